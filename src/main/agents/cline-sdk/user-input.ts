/** Typed text as Cline sends it, without the tags in which it is stored. */
export function readTypedText(stored: string): string {
  let text = stored.trim()
  for (const tag of ['user_input', 'user_command']) {
    const without = withoutTags(text, tag)
    text = (without === text ? withoutOpenTags(text, tag) : without).trim()
  }
  return text
}

/** Typed text as Cline's window shows it, which is what its checksums are made of. */
export function readShownText(stored: string): string {
  const text = withoutNotices(readTypedText(stored))
  const slash = /^<user_command\b(?=[^>]*>)[^>]*slash="([^"]+)"[^>]*>/i.exec(stored.trim())?.[1]?.trim()
  if (slash === undefined || !/<\/user_command>$/i.test(stored.trim())) return text
  const prefix = 'spawn a team of agents for the following task:'
  const isTeam = slash.toLowerCase() === 'team'
  const rest = isTeam && text.toLowerCase().startsWith(prefix) ? text.slice(prefix.length).trim() : text
  return `/${isTeam ? 'team' : slash}${rest === '' ? '' : ` ${rest}`}`
}

/** Leaves out pairs of tags and keeps what they hold. */
function withoutTags(text: string, tag: string): string {
  const closing = `</${tag}>`
  const kept: string[] = []
  for (let at = 0; ;) {
    const opening = new RegExp(`<${tag}\\b`, 'g')
    opening.lastIndex = at
    const start = opening.exec(text)?.index ?? -1
    const from = start === -1 ? -1 : text.indexOf('>', start)
    const end = from === -1 ? -1 : text.indexOf(closing, from)
    if (end === -1) return [...kept, text.slice(at)].join('')
    kept.push(text.slice(at, start), text.slice(from + 1, end))
    at = end + closing.length
  }
}

function withoutOpenTags(text: string, tag: string): string {
  const [first = '', ...others] = text.split(`<${tag}`)
  const rest = others.map((part) => {
    const end = part.indexOf('>')
    return end === -1 ? `<${tag}${part}` : part.slice(end + 1)
  })
  return [first, ...rest].join('')
}

/** Leaves out what Cline tells the model of a change of its mode. */
function withoutNotices(text: string): string {
  const [first = '', ...others] = text.split('<mode_notice>')
  const rest = others.map((part) => {
    const end = part.indexOf('</mode_notice>')
    return end === -1 ? `<mode_notice>${part}` : part.slice(end + '</mode_notice>'.length)
  })
  return [first, ...rest].join('').trim()
}
