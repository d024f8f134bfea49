import { Button } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { PageAddress } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'

/** Leaves a form without what was typed; taking that back leads to the form again. */
export const CancelButton = ({ draft, href }: { draft: Pick<FormDraft<never>, 'discard'>; href: PageAddress }) => {
  const navigate = useNavigate()
  const here = useLocation({ select: ({ href: address }) => address })
  return (
    <Button
      component={Link}
      to={href}
      variant="subtle"
      color="gray"
      onClick={() => draft.discard(() => void navigate({ to: here }))}
    >
      Отменить
    </Button>
  )
}
