import { sql } from 'drizzle-orm'
import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import type { ExportPart } from '#server/privacy/export-account.repo.ts'

/** The parts of the export about classes, and how one gets into them. */
export const cohortParts: Record<string, ExportPart> = {
  cohorts: {
    get description() {
      return `${cohortCalled('many')}, в которых вы учитесь и которыми руководите`
    },
    owners: ['cohort_students.user_id', 'cohort_leaders.user_id'],
    rows: ({ id }) => sql`
      select cohorts.id, cohorts.name, 'student' as role, since
      from cohort_students join cohorts on cohorts.id = cohort_id where user_id = ${id}
      union all select cohorts.id, cohorts.name, 'leader', since
      from cohort_leaders join cohorts on cohorts.id = cohort_id where user_id = ${id} order by since, id`,
  },
  class_codes: {
    get description() {
      return `коды ${cohortCalled('ofMany')}, которые вы создали`
    },
    owners: ['cohort_codes.created_by'],
    rows: ({ id }) => sql`
      select cohorts.name as class, cohort_codes.created_at, cohort_codes.expires_at
      from cohort_codes join cohorts on cohorts.id = cohort_id where created_by = ${id} order by cohort_codes.id`,
  },
  registration: {
    description: 'ваша регистрация, пока она ждёт ответа школы',
    owners: ['registrations.user_id'],
    rows: ({ id }) => sql`select created_at, program_id, application_text from registrations where user_id = ${id}`,
  },
  people_imports: {
    description: 'файлы с людьми, которые вы загружали',
    owners: ['people_imports.user_id'],
    rows: ({ id }) => sql`
      select file_name, status, columns, headings, sheets, new_classes, created_at, applied_at, undone_at
      from people_imports where user_id = ${id} order by id`,
  },
  imported_from_files: {
    description: 'что о вас было в файлах, по которым школа заводила учётные записи',
    owners: ['people_import_rows.user_id', 'people_import_changes.user_id'],
    rows: ({ id }) => sql`
      select name, wanted, errors, file_errors, changes as fields,
        (select coalesce(json_agg(json_build_object('before', before, 'after', after) order by changed.id), '[]')
          from people_import_changes changed where changed.import_id = kept.import_id and changed.user_id = ${id}) as changes
      from people_import_rows kept where user_id = ${id} order by import_id, line`,
  },
}
