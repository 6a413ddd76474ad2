import type { ArmCall, ArmTarget } from '../engine/external-arm.ts'

type Asked = Pick<ArmCall, 'target' | 'profileId'>

/**
 * What has to be allowed before an arm may run, as a key: program and arguments, environment, and whose key it is given.
 * An address of this machine, too: what listens there may do whatever a `POST` asks of it. Null where nothing is named.
 */
export function permitOf({ target, profileId }: Asked): string | null {
  switch (target.kind) {
    case 'command':
      return JSON.stringify(['command', target.command, target.environment.toSorted(), profileId])
    case 'address': {
      const url = URL.parse(target.address)
      return url === null ? null : JSON.stringify(['address', url.origin, profileId])
    }
    case 'framework':
      return JSON.stringify(['framework', target.framework, target.folder, profileId])
  }
}

/** What is to be allowed, for a person. */
export function questionOf({ target, profileId }: Asked): string {
  const key = profileId === null ? '' : ` with the key of the profile ${quoted(profileId)}`
  return `${textOf(target)}${key}`
}

function textOf(target: ArmTarget): string {
  switch (target.kind) {
    case 'command': {
      const own = target.environment.length === 0 ? '' : ` with ${target.environment.join(', ')}`
      return `the command ${target.command.map(quoted).join(' ')}${own}`
    }
    case 'address':
      return `the address ${URL.parse(target.address)?.origin ?? target.address}`
    case 'framework':
      return `the code of ${target.framework} in ${quoted(target.folder)}`
  }
}

/**
 * A word as a person tells it from the others. Characters that steer a terminal, turn the direction of a text or cannot
 * be seen are shown by their numbers and not obeyed: the question is what a person reads before they say yes.
 */
function quoted(word: string): string {
  if (/^[\w./:=@+,-]+$/.test(word)) return word
  return JSON.stringify(word).replaceAll(/\p{C}|(?! )\p{Z}/gu, numbered)
}

function numbered(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** Why an address may not be asked, as the end of a sentence; empty where it may. */
export function addressFault(address: string): string {
  const url = URL.parse(address)
  if (url === null) return 'it is not an address such as http://127.0.0.1:8080/condense'
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `it begins with ${url.protocol}//, not with http:// or https://`
  if (url.username !== '' || url.password !== '')
    return 'it holds a user name or a password, which end up in logs'
  return ''
}

/** Whether a variable holds a key, by its name: those go to an arm by a profile alone. */
export function namesKey(variable: string): boolean {
  return (
    /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PAT|CREDENTIALS?)(?:_?\d+)?$/i.test(variable) ||
    /PASS(?:WORD|WD|PHRASE)(?:_?\d+)?$/i.test(variable) ||
    /^DEWPOINT_KEY_/i.test(variable)
  )
}
