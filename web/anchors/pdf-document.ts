import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

/** Opens a PDF by its link. Bytes come by range, as pages need them; nothing in it is run. */
export const openPdf = (url: string) =>
  getDocument({
    url,
    // the security policy of the site does not allow it
    useWasm: false,
    // a page is fetched when it is looked at
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
  })

export type { PDFDocumentProxy }
