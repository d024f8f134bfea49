import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { ScormVersion } from '#contract/scorm/scorm.schema.ts'
import type { Db } from '#server/db/database.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { addPackage } from '#server/scorm/add-package.ts'
import { readPackage } from '#server/scorm/read-package.ts'
import type { FileStorage } from '#server/storage/storage.ts'

/** A ZIP of these files, by their names. */
export const zipOf = async (entries: Record<string, string | Buffer>, compress = true) => {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name, { compress })
  zip.end()
  return buffer(zip.outputStream)
}

/** A manifest as the authoring tools of both editions write it. */
export const manifestOf = (version: ScormVersion, items: { id: string; title: string; href: string }[]) => {
  const is12 = version === '1.2'
  const [content, run] = is12
    ? ['http://www.imsproject.org/xsd/imscp_rootv1p1p2', 'http://www.adlnet.org/xsd/adlcp_rootv1p2']
    : ['http://www.imsglobal.org/xsd/imscp_v1p1', 'http://www.adlnet.org/xsd/adlcp_v1p3']
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="M1" xmlns="${content}" xmlns:adlcp="${run}">
  <metadata><schema>ADL SCORM</schema><schemaversion>${is12 ? '1.2' : '2004 4th Edition'}</schemaversion></metadata>
  <organizations default="O1">
    <organization identifier="O1"><title>Цвет &amp; контраст</title>
      ${items.map(({ id, title }) => `<item identifier="${id}" identifierref="R-${id}"><title>${title}</title></item>`).join('')}
    </organization>
  </organizations>
  <resources>
    ${items.map(({ id, href }) => `<resource identifier="R-${id}" type="webcontent" adlcp:${is12 ? 'scormtype' : 'scormType'}="sco" href="${href}"><file href="${href}"/></resource>`).join('')}
  </resources>
</manifest>`
}

/**
 * A page that finds its interface as the specification describes it (SCORM 1.2 RTE, § 3.3.6.1), and passes with 80 of
 * 100.
 */
const pageOf = (version: ScormVersion) =>
  version === '1.2'
    ? `<!doctype html><html><head><title>Цвет</title></head><body><h1>Цвет</h1><p id="kept"></p><button>Пройти</button><script>
      let place = window
      while (!place.API && place.parent !== place) place = place.parent
      const api = place.API
      api.LMSInitialize('')
      document.getElementById('kept').textContent = 'Место: ' + (api.LMSGetValue('cmi.suspend_data') || 'начало')
      document.querySelector('button').onclick = () => {
        api.LMSSetValue('cmi.core.score.raw', '80')
        api.LMSSetValue('cmi.core.lesson_status', 'passed')
        api.LMSSetValue('cmi.suspend_data', 'страница 7')
        api.LMSCommit('')
      }
    </script></body></html>`
    : `<!doctype html><html><head><title>Цвет</title></head><body><button>Пройти</button><script>
      const api = window.API_1484_11
      api.Initialize('')
      document.querySelector('button').onclick = () => {
        api.SetValue('cmi.score.scaled', '0.8')
        api.SetValue('cmi.success_status', 'passed')
        api.SetValue('cmi.completion_status', 'completed')
        api.Commit('')
      }
    </script></body></html>`

/** A small package with one page. */
export const scormZip = (version: ScormVersion = '1.2') =>
  zipOf({
    'imsmanifest.xml': manifestOf(version, [{ id: 'I1', title: 'Цвет', href: 'pages/цвет 1.html' }]),
    'pages/цвет 1.html': pageOf(version),
    'style.css': 'body { color: navy }',
  })

/** Adds a package to a lesson. */
export const buildScormPackage = async (
  db: Db,
  files: FileStorage,
  { lesson_id, user_id, bytes }: { lesson_id: number; user_id: number; bytes?: Buffer },
) => {
  const file = await buildFile(db, files, {
    user_id,
    name: 'цвет.zip',
    type: 'application/zip',
    bytes: bytes ?? (await scormZip()),
  })
  const actor = { id: user_id, role: 'curator' } as const
  return addPackage(db, actor, { lesson_id, file_id: file.id }, await readPackage(files, file))
}
