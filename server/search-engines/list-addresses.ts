import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { pathTo } from '#contract/pages.ts'
import type { Db } from '#server/db/database.ts'
import { listPageDays } from '#server/organisation/load-organisation-page.ts'
import type { PublicAddress } from '#server/search-engines/draw-map.ts'
import {
  listDocumentDays,
  listPeopleAddresses,
  listProgramAddresses,
  listProjectAddresses,
  listSettingsDays,
  listTagAddresses,
} from '#server/search-engines/search-engines.repo.ts'

const newest = (rows: { at: string | null }[]) =>
  rows.reduce<string | null>((last, { at }) => (at !== null && (last === null || at > last) ? at : last), null)

/** Every page that search engines may index: only public ones. */
export const listAddresses = async (db: Db): Promise<PublicAddress[]> => {
  const [projects, tags, programs, people, organisation, documents, settings] = await Promise.all([
    listProjectAddresses(db),
    listTagAddresses(db),
    listProgramAddresses(db),
    listPeopleAddresses(db),
    listPageDays(db),
    listDocumentDays(db),
    listSettingsDays(db),
  ])
  const changedAt = new Map(organisation.map(({ number, at }) => [number, at]))
  return [
    { path: pathTo('main'), changed_at: newest([...projects, ...programs, ...settings]) },
    { path: pathTo('projects.index'), changed_at: newest(projects) },
    { path: pathTo('organisation'), changed_at: newest(organisation) },
    { path: pathTo('sveden'), changed_at: newest(organisation) },
    ...organisationPages.map(({ number }) => ({
      path: pathTo(`organisation.page${number}`),
      changed_at: changedAt.get(number) ?? null,
    })),
    ...programs.map(({ id, at }) => ({ path: pathTo('programs.show', { id }), changed_at: at })),
    ...projects.map(({ id, at }) => ({ path: pathTo('projects.show', { id }), changed_at: at })),
    ...people.map(({ id, at }) => ({ path: pathTo('users.show', { id }), changed_at: at })),
    ...tags.map(({ tag, at }) => ({ path: pathTo('tags.show', { tag }), changed_at: at })),
    ...documents.map(({ slug, at }) => ({ path: pathTo('documents.show', { slug }), changed_at: at })),
  ]
}
