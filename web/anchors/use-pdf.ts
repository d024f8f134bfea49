import { useEffect, useState } from 'react'
import { openPdf, type PDFDocumentProxy } from '#web/anchors/pdf-document.ts'

/** A page's size at a scale of 1, in pixels. */
export interface PageSize {
  width: number
  height: number
}

interface OpenPdf {
  pdf: PDFDocumentProxy
  /** The size of the first page; the others are assumed to have the same until they are looked at. */
  size: PageSize
}

const problems = {
  PasswordException: 'PDF закрыт паролем: здесь его не показать. Скачайте файл.',
  InvalidPDFException: 'Файл повреждён, или это не PDF. Попробуйте скачать его.',
}

const problemOf = (error: unknown) =>
  problems[(error as Error).name as keyof typeof problems] ??
  'Не удалось открыть PDF. Проверьте связь и попробуйте ещё раз.'

/**
 * An opened PDF; `problem` says why it cannot be shown. Without a link it waits for one; another `turn` opens it again.
 */
export const usePdf = (url: string | null, turn: number) => {
  const [open, setOpen] = useState<OpenPdf | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn opens it again
  useEffect(() => {
    if (url === null) return
    let left = false
    const loading = openPdf(url)
    setProblem(null)
    const load = async () => {
      try {
        const pdf = await loading.promise
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
        if (!left) setOpen({ pdf, size: { width, height } })
      } catch (error) {
        if (!left) setProblem(problemOf(error))
      }
    }
    void load()
    return () => {
      left = true
      void loading.destroy()
    }
  }, [url, turn])
  return { open, problem }
}
