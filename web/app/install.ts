import { logoCopy } from '#contract/site/logo.ts'
import { config } from '#web/app/config.ts'

const link = (rel: string, href: string) => {
  if (document.querySelector(`link[rel="${rel}"]`)) return
  document.head.append(Object.assign(document.createElement('link'), { rel, href }))
}

/** Lets browsers offer to install the site as an app; guests' pages do without, so that they stay light. */
export const offerInstall = () => {
  const logo = config.school?.logo
  link('manifest', '/manifest.webmanifest')
  link('apple-touch-icon', logo ? logoCopy(logo.url, 'apple') : '/build/icon-apple.png')
}
