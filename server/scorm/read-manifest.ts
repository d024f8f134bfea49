import { setImmediate as turn } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { storable } from '#contract/http/storable.ts'
import type { ScormVersion } from '#contract/scorm/scorm.schema.ts'
import { invalid } from '#server/http/refusal.ts'
import type { PackageItem } from '#server/scorm/scorm.table.ts'

/** The name of the manifest, in the root of a package (IMS Content Packaging 1.1.4, § 2.2). */
export const manifestName = 'imsmanifest.xml'

/** Max number of parts; more are left out. */
const maxItems = 200

/** Max depth, elements, and attributes of one: a package of 10,000 files has one or two elements for each of them. */
const maxDepth = 60
const maxElements = 50_000
const maxAttributes = 1000

/** How much of a manifest is read in one go, in characters: the rest waits for other requests. */
const pieceLength = 100_000

/** Max lengths in characters: of a title, of the path of a page, as of every file, and of its parameters. */
const maxTitle = 200
const maxHref = 500
const maxParameters = 1000

export interface Manifest {
  title: string
  version: ScormVersion
  items: PackageItem[]
}

interface RawItem {
  id: string
  ref: string | null
  parameters: string
  title: string
}
interface Resource {
  href: string
  reports: boolean
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()

/** Attributes by their names without namespaces, in lower case. */
const plain = (attributes: Record<string, string>) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]))

const oneLine = (text: string, fallback: string) =>
  storable(text.slice(0, 5 * maxTitle))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxTitle)
    .toWellFormed() || fallback

const withParameters = (href: string, parameters: string) => {
  if (!parameters) return href
  // SCORM CAM 1.3, § 3.4.1.5: a `?` is added, or an `&` when there is one
  const rest = parameters.replace(/^[?&]+/, '')
  if (parameters.startsWith('#')) return href + parameters
  return `${href}${href.includes('?') ? '&' : '?'}${rest}`
}

/**
 * Reads a manifest: the parts of its default organization (or of the first one), in order, each with its page. Without
 * entities of its own: the parser knows none but those of XML. Refused (422) when nothing in it can be opened.
 */
export const readManifest = async (xml: string): Promise<Manifest> => {
  const organizations = new Map<string, { title: string; items: RawItem[] }>()
  const resources = new Map<string, Resource>()
  const path: string[] = []
  let wanted: string | undefined
  let schemaVersion = ''
  let hasNamespace12 = false
  let base = ''
  let organization: { title: string; items: RawItem[] } | null = null
  const open: RawItem[] = []
  let text = ''
  let elements = 0
  let attributes = 0
  const refuse = () => invalid('file_id', `Файл ${manifestName} в пакете слишком сложный.`)
  const parser = new Parser(
    {
      onopentag: (name, values) => {
        const tag = localName(name)
        const given = plain(values)
        path.push(tag)
        elements += 1
        attributes = 0
        // for each end without a beginning, the parser looks through all open elements
        if (path.length > maxDepth || elements > maxElements) throw refuse()
        text = ''
        if (Object.values(values).some((value) => /adlcp_rootv1p2/i.test(value))) hasNamespace12 = true
        if (tag === 'organizations') wanted = given.default
        if (tag === 'resources') base = given.base ?? ''
        if (tag === 'organization') {
          organization = { title: '', items: [] }
          organizations.set(given.identifier ?? `${organizations.size}`, organization)
        }
        if (tag === 'item' && organization) {
          const { identifier = `item-${organization.items.length + 1}`, identifierref = null, parameters = '' } = given
          const item = { id: oneLine(identifier, 'item'), ref: identifierref, parameters, title: '' }
          open.push(item)
          organization.items.push(item)
        }
        if (tag === 'resource' && given.identifier && given.href) {
          const reports = given.scormtype?.toLowerCase() !== 'asset'
          const href = `${base}${given.base ?? ''}${given.href}`
          // no file has such a name
          if (href.length <= maxHref && !href.includes('\0')) resources.set(given.identifier, { href, reports })
        }
      },
      onattribute: () => {
        attributes += 1
        if (attributes > maxAttributes) throw refuse()
      },
      ontext: (part) => {
        if (text.length < 1000) text += part
      },
      onclosetag: (name) => {
        const tag = localName(name)
        path.pop()
        const parent = path.at(-1)
        if (tag === 'schemaversion') schemaVersion ||= text.trim()
        if (tag === 'title' && parent === 'organization' && organization) organization.title = text
        if (tag === 'title' && parent === 'item') (open.at(-1) as RawItem).title = text
        if (tag === 'item') open.pop()
        if (tag === 'organization') organization = null
      },
    },
    { xmlMode: true },
  )
  for (let at = 0; at < xml.length; at += pieceLength) {
    parser.write(xml.slice(at, at + pieceLength))
    await turn()
  }
  parser.end()

  const chosen = organizations.get(wanted ?? '') ?? [...organizations.values()][0]
  const seen = new Set<string>()
  const items = (chosen?.items ?? []).flatMap(({ id, ref, parameters, title }) => {
    const resource = ref === null ? undefined : resources.get(ref)
    if (!resource || seen.has(id)) return []
    seen.add(id)
    const href = withParameters(resource.href, storable(parameters.slice(0, maxParameters)))
    return [{ id, title: oneLine(title, 'Без названия'), href, reports: resource.reports }]
  })
  if (items.length === 0) throw invalid('file_id', 'В пакете SCORM нет ни одной страницы, которую можно открыть.')
  const is12 = /^1\.2/.test(schemaVersion) || (hasNamespace12 && !/2004|^cam/i.test(schemaVersion))
  return {
    title: oneLine(chosen?.title ?? '', 'Пакет SCORM'),
    version: is12 ? '1.2' : '2004',
    items: items.slice(0, maxItems),
  }
}
