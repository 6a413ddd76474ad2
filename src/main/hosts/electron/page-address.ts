/** Scheme of the page. Unlike `file:` it is an origin of its own, so the page cannot reach files. */
export const pageScheme = 'app'
const pageHost = 'dewpoint'

/** Address that the window loads. */
export const pageAddress = `${pageScheme}://${pageHost}/index.html`

/** True for addresses of the page itself: same scheme, same host, nothing else in front of the path. */
export function isPageAddress(address: string): boolean {
  try {
    const url = new URL(address)
    return (
      url.protocol === `${pageScheme}:` && url.host === pageHost && url.username === '' && url.password === ''
    )
  } catch {
    return false
  }
}
