import classes from '#web/ui/Cover.module.css'

/** A cover, cut to its frame; decoration, since the name stands beside it. */
export const Cover = ({ url, ratio = '400 / 260', className }: { url: string; ratio?: string; className?: string }) => (
  <div className={className ? `${classes.cover} ${className}` : classes.cover} style={{ aspectRatio: ratio }}>
    <img src={url} alt="" loading="lazy" decoding="async" />
  </div>
)
