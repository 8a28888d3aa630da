/** Questions to the reporters of bugs that are not answered yet. */
interface BugQuestionsTable {
  bug_id: string;
  text: string;
  asked_by: string;
  asked_at: string;
}

/** The bugs that users have left out of triage for a while. */
interface TriageSnoozesTable {
  user_id: string;
  bug_id: string;
  until: string;
}

export interface TriageTables {
  bug_questions: BugQuestionsTable;
  triage_snoozes: TriageSnoozesTable;
}
