import { Button } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import type { Project } from '#contract/projects/projects.schema.ts'
import { toast } from '#web/ui/toasts.ts'

/** The address to give away; of a project that is seen by link with its key. */
const addressOf = ({ id, visibility }: Project, key: string | undefined) => {
  const address = new URL(pathTo('projects.show', { id }), location.origin)
  if (visibility === 'link' && key) address.searchParams.set('key', key)
  return address.href
}

const copy = async (address: string) => {
  try {
    await navigator.clipboard.writeText(address)
    toast({ severity: 'success', summary: 'Ссылка скопирована' })
  } catch {
    // an old browser, or one that does not let pages write to the clipboard
    toast({ severity: 'info', summary: 'Скопируйте ссылку', detail: address })
  }
}

/** «Поделиться»: the device's own dialog, or the address in the clipboard. */
export const ShareButton = ({ project, projectKey }: { project: Project; projectKey: string | undefined }) => {
  const share = async () => {
    const address = addressOf(project, project.link_key ?? projectKey)
    if (!navigator.share) return copy(address)
    try {
      await navigator.share({ title: project.name, url: address })
    } catch (error) {
      // closed without choosing: that is an answer, too
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(address)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconShare2 size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() => void share()}
    >
      Поделиться
    </Button>
  )
}
