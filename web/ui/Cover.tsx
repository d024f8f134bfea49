import classes from '#web/ui/Cover.module.css'

/** A cover, cut to its frame; decoration, since the name stands beside it. */
export const Cover = ({
  url,
  srcset,
  sizes,
  ratio = '400 / 260',
  eager = false,
  className,
}: {
  url: string
  /** The same picture in other widths, for `sizes`. */
  srcset?: string
  sizes?: string
  ratio?: string
  /** It stands at the top of the page: nothing to wait for. */
  eager?: boolean
  className?: string
}) => (
  <div className={className ? `${classes.cover} ${className}` : classes.cover} style={{ aspectRatio: ratio }}>
    <img
      src={url}
      srcSet={srcset}
      sizes={sizes}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding={eager ? 'sync' : 'async'}
    />
  </div>
)
