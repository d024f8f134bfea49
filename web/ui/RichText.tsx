import '#web/ui/rich-text.css'
import { useEffect, useRef } from 'react'

/** Shows text of the editor; the server has cleaned it on the way in. */
export const RichText = ({ html, className }: { html: string; className?: string }) => {
  const root = useRef<HTMLDivElement>(null)
  // code and tables wider than the column are scrolled: with the keyboard too
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other blocks
  useEffect(() => {
    const mark = () => {
      for (const block of root.current?.querySelectorAll<HTMLElement>('pre, table') ?? []) {
        if (block.scrollWidth > block.clientWidth) block.tabIndex = 0
        else block.removeAttribute('tabindex')
      }
    }
    const observer = new ResizeObserver(mark)
    if (root.current) observer.observe(root.current)
    return () => observer.disconnect()
  }, [html])
  return (
    <div
      ref={root}
      className={className ? `rich-text ${className}` : 'rich-text'}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server's allow list before it was kept
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
