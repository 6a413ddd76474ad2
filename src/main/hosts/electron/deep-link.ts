/** Scheme of links into Dewpoint. */
export const linkScheme = 'dewpoint'

const screens = ['home', 'library', 'experiments', 'prompts', 'methods', 'activity', 'settings']
const tabs = ['timeline', 'messages', 'condensations', 'methods', 'replay']
const safeId = /^[\w-]{1,100}$/
const condensationNumber = /^[1-9]\d{0,5}$/

/**
 * Command for a link: `dewpoint://library` and the other screens, `dewpoint://task/<id>[/<tab>]`,
 * `dewpoint://task/<id>/condensation/<n>`, `dewpoint://when/<id>`, `dewpoint://experiment/<id>`, `dewpoint://run/<id>`;
 * undefined for anything else. Links come from outside, so only known screens and plain ids are taken over.
 */
export function parseLinkCommand(link: string): string | undefined {
  let url: URL
  try {
    url = new URL(link)
  } catch {
    return undefined
  }
  if (url.protocol !== `${linkScheme}:`) return undefined
  const [screen = '', id, place, n, ...rest] = `${url.host}${url.pathname}`
    .split('/')
    .filter((segment) => segment !== '')
  if (rest.length > 0) return undefined
  if (id === undefined) return screens.includes(screen) ? `navigate:/${screen}` : undefined
  if (!safeId.test(id)) return undefined
  if (screen === 'task') return parseTaskPlace(`navigate:/task/${id}`, place, n)
  if (place !== undefined) return undefined
  return ['experiment', 'run', 'when'].includes(screen) ? `navigate:/${screen}/${id}` : undefined
}

function parseTaskPlace(task: string, place = 'messages', n?: string): string | undefined {
  if (place === 'condensation')
    return n !== undefined && condensationNumber.test(n) ? `${task}/condensation/${n}` : undefined
  return n === undefined && tabs.includes(place) ? `${task}/${place}` : undefined
}
