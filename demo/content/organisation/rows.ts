import type { DemoOrganisationRow, DemoValue } from '../types.ts'

/** A row in which every field has «нет сведений». */
export const nothing = (...names: string[]): DemoOrganisationRow => ({
  values: Object.fromEntries(names.map((name) => [name, null])),
})

/** A row of the school's own. */
export const row = (values: Record<string, DemoValue>): DemoOrganisationRow => ({ values })

/** Corrections of a row of the platform. */
export const correct = (of: string, values: Record<string, DemoValue>): DemoOrganisationRow => ({ of, values })

/** One document in a field. */
export const paper = (...keys: string[]): DemoValue => ({ documents: keys })

/** The school's address and contacts. */
export const school = {
  address: '000000, г. Москва, Учебный переулок, д. 0, стр. 1',
  telephone: '8 800 000-00-00',
  email: 'school@demo.example',
}
