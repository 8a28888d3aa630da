import { autoUpdate, flip, size, useFloating } from '@floating-ui/react-dom';
import useForkRef from '@mui/utils/useForkRef';
import useAutocomplete, {
  type AutocompleteGetItemProps,
  type UseAutocompleteProps,
} from '@mui/material/useAutocomplete';
import type { HTMLAttributes, Key, ReactNode, Ref } from 'react';
import { IconButton } from '#web/ui/Button.tsx';
import { ChevronIcon, CloseIcon } from '#web/ui/icons.tsx';
import { useComposed } from './composition.ts';
import { InputBox } from './Field.tsx';
import styles from './Autocomplete.module.css';

interface Props<
  T,
  Multiple extends boolean | undefined,
  NoClear extends boolean | undefined,
> extends UseAutocompleteProps<T, Multiple, NoClear, false> {
  /** The ref of the text box. */
  inputRef?: Ref<HTMLInputElement> | undefined;
  autoFocus?: boolean | undefined;
  describedBy?: string | undefined;
  /** Its accessible name, if it has no visible label. */
  label?: string | undefined;
  placeholder?: string | undefined;
  isInvalid?: boolean;
  onBlur?: (() => void) | undefined;

  /** Whether the list is always open below the box, in the page's flow. */
  isInline?: boolean;
  loading?: boolean;
  loadingText?: string;
  noOptionsText: string;
  /** The names of the buttons in the box, which has only those that are named. */
  openText?: string;
  closeText?: string;
  clearText?: string;
  renderOption?: (props: HTMLAttributes<HTMLLIElement> & { key: Key }, option: T) => ReactNode;
  /** Renders the chosen values, before the text, of a box for several values. */
  renderValue?: (chosen: readonly T[], getItemProps: AutocompleteGetItemProps<true>) => ReactNode;
}

/** A text box that offers the options that match the text. */
export function Autocomplete<
  T,
  Multiple extends boolean | undefined = false,
  NoClear extends boolean | undefined = false,
>(props: Props<T, Multiple, NoClear>) {
  const { inputRef, autoFocus, describedBy, label, placeholder, isInvalid = false, ...others } = props;
  const { onBlur, isInline = false, loading = false, loadingText, noOptionsText, ...more } = others;
  const { openText, closeText, clearText, renderOption, renderValue, ...behaviour } = more;
  const { multiple, readOnly, getOptionLabel } = behaviour;
  const box = useAutocomplete({ ...behaviour, componentName: 'Autocomplete' });
  const { ref, ...input } = box.getInputProps() as HTMLAttributes<HTMLInputElement> &
    Parameters<typeof useComposed>[0] & { ref: Ref<HTMLInputElement> };
  const composed = useComposed(input);
  const { refs, floatingStyles } = useFloating({
    open: box.popupOpen,
    strategy: 'fixed',
    placement: 'bottom-start',
    whileElementsMounted: autoUpdate,
    middleware,
  });
  const options: readonly T[] = box.groupedOptions;
  const optionOf = (option: T, index: number) => {
    const { key, ...li } = box.getOptionProps({ option, index });
    if (renderOption) return renderOption({ key, ...li, className: styles.option }, option);
    return (
      <li key={key} {...li} className={styles.option}>
        {getOptionLabel ? getOptionLabel(option) : (option as { label: string }).label}
      </li>
    );
  };
  const list = options.length > 0 && (
    <ul {...box.getListboxProps()} className={styles.list}>
      {options.map(optionOf)}
    </ul>
  );
  return (
    <>
      <div {...box.getRootProps()} className={styles.root}>
        <InputBox
          ref={useForkRef(refs.setReference, box.setAnchorEl)}
          className={styles.box}
          data-multiple={multiple}
        >
          {multiple &&
            renderValue?.(box.value as readonly T[], box.getItemProps as AutocompleteGetItemProps<true>)}
          <input
            {...input}
            {...composed}
            dir="auto"
            onBlur={(event) => {
              input.onBlur?.(event);
              onBlur?.();
            }}
            ref={useForkRef(ref, inputRef)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- Where it replaces what was pressed.
            autoFocus={autoFocus}
            readOnly={readOnly}
            placeholder={placeholder}
            aria-label={label}
            aria-invalid={isInvalid}
            aria-describedby={describedBy}
          />
          <Tools
            box={box}
            clearText={readOnly === true ? undefined : clearText}
            isFixed={readOnly === true}
            openText={openText}
            closeText={closeText}
          />
        </InputBox>
      </div>
      {box.popupOpen && (
        <div
          // An inline list is part of the page's flow, and as high as its options.
          ref={isInline ? undefined : refs.setFloating}
          className={isInline ? styles.inline : styles.popup}
          style={isInline ? undefined : floatingStyles}
          role="presentation"
          // The box keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          {list || <div className={styles.none}>{loading ? loadingText : noOptionsText}</div>}
        </div>
      )}
    </>
  );
}

interface ToolsProps {
  box: Pick<
    ReturnType<typeof useAutocomplete>,
    'dirty' | 'popupOpen' | 'getClearProps' | 'getPopupIndicatorProps'
  >;
  isFixed: boolean;
  openText: string | undefined;
  closeText: string | undefined;
  clearText: string | undefined;
}

/** The buttons at the end of the box. */
function Tools({ box, isFixed, openText, closeText, clearText }: ToolsProps) {
  return (
    <>
      {clearText !== undefined && box.dirty && (
        <IconButton {...box.getClearProps()} size="small" aria-label={clearText} className={styles.tool}>
          <CloseIcon />
        </IconButton>
      )}
      {openText !== undefined && (
        <IconButton
          {...box.getPopupIndicatorProps()}
          size="small"
          disabled={isFixed}
          aria-label={box.popupOpen ? closeText : openText}
          className={styles.tool}
          data-open={box.popupOpen}
        >
          <ChevronIcon />
        </IconButton>
      )}
    </>
  );
}

/** Places the list below or above the box, as wide as the box, within the window. */
const middleware = [
  flip(),
  size({
    apply: ({ rects, availableHeight, elements }) => {
      elements.floating.style.width = `${rects.reference.width}px`;
      elements.floating.style.maxHeight = `${Math.min(availableHeight - 8, 360)}px`;
    },
  }),
];
