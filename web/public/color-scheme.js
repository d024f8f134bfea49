// Before the first paint: the colours that were chosen, or those of the system; the key is Mantine's. And whether
// somebody is signed in: the page that was served for guests is not theirs.
{
  let scheme = null
  let token = null
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value')
    token = localStorage.getItem('access_token')
  } catch {}
  if (scheme !== 'light' && scheme !== 'dark')
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  if (token) document.documentElement.setAttribute('data-signed-in', '')
}
