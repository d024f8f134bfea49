import { Deadlines } from '#web/tasks/Deadlines.tsx'

/** «До 25.11.2026 23:59», and how much is left of it while there is still something to hand in. */
export const DueDate = ({ due, open }: { due: string; open: boolean }) => (
  <Deadlines due={due} closes={null} open={open} />
)
