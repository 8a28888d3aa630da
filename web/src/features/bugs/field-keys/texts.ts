import { inLanguage } from '#web/language/language.ts';

/** Why a key does nothing. */
export const keyTexts = inLanguage({
  en: {
    alreadyYours: 'This bug is assigned to you already.',
    notShown: 'This field cannot be changed here. Open the bug to change it.',
    noneYours: 'You cannot change any of the selected bugs.',
    isRunning: 'The selected bugs are still being changed.',
    isEdited: 'The form is open: save or cancel it first.',
    noNext: 'There is no next bug in the list.',
    noPrevious: 'There is no previous bug in the list.',
  },
  de: {
    alreadyYours: 'Dieser Bug ist Ihnen schon zugewiesen.',
    notShown: 'Dieses Feld lässt sich hier nicht ändern. Öffnen Sie dafür den Bug.',
    noneYours: 'Sie dürfen keinen der ausgewählten Bugs ändern.',
    isRunning: 'Die ausgewählten Bugs werden noch geändert.',
    isEdited: 'Das Formular ist offen: erst speichern oder abbrechen.',
    noNext: 'In der Liste gibt es keinen nächsten Bug.',
    noPrevious: 'In der Liste gibt es keinen vorigen Bug.',
  },
});
