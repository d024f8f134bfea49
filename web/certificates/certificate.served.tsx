import { CertificateView } from '#web/certificates/CertificateView.tsx'
import type { ServedView } from '#web/page-module.ts'

const view: ServedView<'certificates.show'> = ({
  answers: {
    certificate: { certificate },
  },
  school,
}) => <CertificateView certificate={certificate} school={school} />

export default view
