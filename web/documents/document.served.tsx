import { DocumentView } from '#web/documents/DocumentView.tsx'
import type { ServedView } from '#web/page-module.ts'

const view: ServedView<'documents.show'> = ({
  answers: {
    document: { document, earlier },
  },
}) => <DocumentView document={document} earlier={earlier} />

export default view
