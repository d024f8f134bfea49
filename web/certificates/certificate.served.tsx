import { CertificateView } from '#web/certificates/CertificateView.tsx'
import type { ServedView } from '#web/routes.ts'

const view: ServedView<'certificates.show'> = ({
  answers: {
    certificate: { certificate },
  },
}) => <CertificateView certificate={certificate} />

export default view
