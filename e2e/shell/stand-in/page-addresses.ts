/**
 * Chromium loads no scheme that it was not built with, so `app://name/path` travels as `https://name.app.invalid/path`
 * and is translated back wherever the main process sees an address. `.invalid` resolves nowhere.
 */
const suffix = '.app.invalid'

export const routedPattern = new RegExp(`^https://[^/]+${suffix.replaceAll('.', '\\.')}/`)

export function toChromium(address: string): string {
  return address.replace(/^app:\/\/([^/]+)/, `https://$1${suffix}`)
}

export function fromChromium(address: string): string {
  return address.replace(/^https:\/\/([^/]+)\.app\.invalid/, 'app://$1')
}
