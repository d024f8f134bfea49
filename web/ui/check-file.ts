import { type FileCheck, fileProblem } from '#contract/files/check-file.ts'
import { toast } from '#web/ui/toasts.ts'

/**
 * Checks a file before it is sent; a problem is shown as an error toast (specification §5). True when it may be sent.
 */
export const checkFile = (file: File, check: FileCheck) => {
  const problem = fileProblem(file, check)
  // several files with the same problem are one message
  if (problem) toast({ severity: 'error', summary: 'Ошибка', detail: problem, life: 3000, key: problem })
  return problem === null
}
