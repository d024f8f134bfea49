import '#web/ui/rich-text.css'

/** Shows text of the editor; the server has cleaned it on the way in. */
export const RichText = ({ html, className }: { html: string; className?: string }) => (
  <div
    className={className ? `rich-text ${className}` : 'rich-text'}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server's allow list before it was kept
    dangerouslySetInnerHTML={{ __html: html }}
  />
)
