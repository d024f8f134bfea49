import { isSigned, linkExpiry, signLink } from '#server/files/link-signature.ts'
import type { PackageRecord } from '#server/scorm/scorm.repo.ts'

type Signed = Pick<PackageRecord, 'id' | 'link_key'>

const subjectOf = ({ id }: Signed) => `scorm:${id}`

/**
 * The folder of a package, valid for six to seven hours. The signature is a part of the path, so that what is inside
 * finds its own files by relative addresses. First check who may see the lesson.
 */
export const packageFolder = (scorm: Signed) => {
  const expires = linkExpiry()
  return `/scorm/${scorm.id}/${expires}.${signLink(scorm.link_key, subjectOf(scorm), expires)}/`
}

/** In how many seconds a ticket of such a folder expires; 0 for one that is not valid. */
export const secondsLeft = (scorm: Signed, ticket: string) => {
  const [expires = '', given = ''] = ticket.split('.')
  const moment = Number(expires)
  if (!/^\d{1,12}$/.test(expires) || !isSigned(scorm.link_key, subjectOf(scorm), moment, given)) return 0
  return Math.max(0, Math.floor(moment - Date.now() / 1000))
}
