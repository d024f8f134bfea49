/** What a registration leads into besides the account. */
export interface Wanted {
  /** The class whose code they had. */
  cohort_id: number | null
  /** The course that they apply to, and their message to the school. */
  program_id: number | null
  application_text: string
}
