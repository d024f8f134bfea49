import type { useNavigate } from '@tanstack/react-router'
import { pathTo } from '#contract/pages.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The project that was published a moment ago: its page says so. */
    published?: number
  }
}

/** Leads to the page of a project; of one that was just published the page says who sees it, and how to change that. */
export const showProject = (navigate: ReturnType<typeof useNavigate>, id: number, published: boolean) =>
  navigate({ to: pathTo('projects.show', { id }), ...(published && { state: { published: id } }) })
