import type { ServedPage } from '#contract/page-head.ts'
import { pathTo, type ServedAnswers } from '#contract/pages.ts'
import { loadCertificate, presentCertificate } from '#server/certificates/present-certificate.ts'
import type { Deps } from '#server/deps.ts'

/** The data for the page that confirms a certificate: the response of its call. */
export const certificatePage = async (
  { db }: Deps,
  { number: typed }: { number: string },
): Promise<ServedPage<ServedAnswers<'certificates.show'>> | null> => {
  const record = await loadCertificate(db, typed)
  if (!record) return null
  const certificate = presentCertificate(record)
  const { number, name, course, withdrawn } = certificate
  return {
    title: `Сертификат ${number}`,
    head: {
      description: withdrawn ? 'Этот сертификат отозван' : `Подтверждаем: ${name}, курс «${course}»`,
      canonical: pathTo('certificates.show', { number }),
      // it is shown to those who have the number, not to those who look for the person
      hidden: true,
    },
    answers: { certificate: { certificate } },
  }
}
