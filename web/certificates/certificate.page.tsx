import { useQuery } from '@tanstack/react-query'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageParams } from '#web/app/page-params.ts'
import { CertificateView } from '#web/certificates/CertificateView.tsx'
import { certificateQuery } from '#web/certificates/certificates.queries.ts'
import type { PageLoad } from '#web/routes.ts'
import { ListState } from '#web/ui/ListState.tsx'

export const load: PageLoad<'certificates.show'> = ({ number }) => ({ certificate: certificateQuery(number) })

const CertificatePage = () => {
  const { number } = usePageParams('certificates.show')
  const query = useQuery(certificateQuery(number))
  usePageTitle(query.data && `Сертификат ${query.data.certificate.number}`)
  return (
    <ListState query={query} page>
      {({ certificate }) => <CertificateView certificate={certificate} />}
    </ListState>
  )
}

export default CertificatePage
