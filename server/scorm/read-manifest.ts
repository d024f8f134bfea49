import { Parser } from 'htmlparser2'
import type { ScormVersion } from '#contract/scorm/scorm.schema.ts'
import { invalid } from '#server/http/refusal.ts'
import type { PackageItem } from '#server/scorm/scorm.table.ts'

/** The name of the manifest, in the root of a package (IMS Content Packaging 1.1.4, § 2.2). */
export const manifestName = 'imsmanifest.xml'

/** Max number of parts; more are left out. */
const maxItems = 200

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

const oneLine = (text: string, fallback: string) => text.replace(/\s+/g, ' ').trim().slice(0, 200) || fallback

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
export const readManifest = (xml: string): Manifest => {
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
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const tag = localName(name)
        const given = plain(attributes)
        path.push(tag)
        text = ''
        if (Object.values(attributes).some((value) => /adlcp_rootv1p2/i.test(value))) hasNamespace12 = true
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
          resources.set(given.identifier, { href: `${base}${given.base ?? ''}${given.href}`, reports })
        }
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
  parser.end(xml)

  const chosen = organizations.get(wanted ?? '') ?? [...organizations.values()][0]
  const seen = new Set<string>()
  const items = (chosen?.items ?? []).flatMap(({ id, ref, parameters, title }) => {
    const resource = ref === null ? undefined : resources.get(ref)
    if (!resource || seen.has(id)) return []
    seen.add(id)
    const href = withParameters(resource.href, parameters)
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
