/** Scheme of links into Dewpoint. */
export const linkScheme = 'dewpoint'

const screens = ['home', 'library', 'experiments', 'runs', 'settings', 'doctor']
const safeId = /^[\w-]{1,100}$/

/**
 * Command for a link (`dewpoint://run/<id>`, `dewpoint://experiment/<id>`, `dewpoint://task/<id>`,
 * `dewpoint://library`); undefined for anything
 * else. Links come from outside, so only known screens and plain ids are taken over.
 */
export function parseLinkCommand(link: string): string | undefined {
  let url: URL
  try {
    url = new URL(link)
  } catch {
    return undefined
  }
  if (url.protocol !== `${linkScheme}:`) return undefined
  const [screen = '', id, ...rest] = `${url.host}${url.pathname}`
    .split('/')
    .filter((segment) => segment !== '')
  if (rest.length > 0) return undefined
  if (id === undefined) return screens.includes(screen) ? `navigate:/${screen}` : undefined
  if (!safeId.test(id)) return undefined
  if (screen === 'run' || screen === 'experiment') return `navigate:/${screen}/${id}`
  return screen === 'task' ? `navigate:/task/${id}/messages` : undefined
}
