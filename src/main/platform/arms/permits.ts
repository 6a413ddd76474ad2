import { z } from 'zod'
import { frameworkIds, type ArmCall, type ArmTarget } from '../../kernel/external-arm.ts'

type Asked = Pick<ArmCall, 'target' | 'profileId'>

/**
 * What has to be allowed before an arm may run, as a key: program and arguments, environment, and whose key it is given.
 * An address of this machine, too: what listens there may do whatever a `POST` asks of it. Null where nothing is named.
 */
export function buildPermitKey({ target, profileId }: Asked): string | null {
  switch (target.kind) {
    case 'command':
      return JSON.stringify(['command', target.command, target.environment.toSorted(), profileId])
    case 'address': {
      const url = URL.parse(target.address)
      return url === null ? null : JSON.stringify(['address', url.origin, profileId])
    }
    case 'module':
      return JSON.stringify(['module', target.path, profileId])
    case 'framework':
      return JSON.stringify(['framework', target.framework, target.folder, profileId])
  }
}

const permitSchema = z.union([
  z.tuple([z.literal('command'), z.array(z.string()), z.array(z.string()), z.string().nullable()]),
  z.tuple([z.literal('address'), z.string(), z.string().nullable()]),
  z.tuple([z.literal('module'), z.string(), z.string().nullable()]),
  z.tuple([z.literal('framework'), z.enum(frameworkIds), z.string(), z.string().nullable()]),
])

/** What a kept permit allows, for a person; the permit itself where no Dewpoint made it. */
export function describePermit(permit: string): string {
  const parsed = permitSchema.safeParse(parseJsonOrNull(permit))
  if (!parsed.success) return quoteWord(permit)
  const { data } = parsed
  switch (data[0]) {
    case 'command':
      return describePermitQuestion({
        target: { kind: 'command', command: data[1], exchange: 'pipe', environment: data[2] },
        profileId: data[3],
      })
    case 'address':
      return describePermitQuestion({ target: { kind: 'address', address: data[1] }, profileId: data[2] })
    case 'module':
      return describePermitQuestion({ target: { kind: 'module', path: data[1] }, profileId: data[2] })
    case 'framework':
      return describePermitQuestion({
        target: { kind: 'framework', framework: data[1], folder: data[2] },
        profileId: data[3],
      })
  }
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What is to be allowed, for a person. */
export function describePermitQuestion({ target, profileId }: Asked): string {
  const key = profileId === null ? '' : ` with the key of the profile ${quoteWord(profileId)}`
  return `${describeTarget(target)}${key}`
}

function describeTarget(target: ArmTarget): string {
  switch (target.kind) {
    case 'command': {
      const own = target.environment.length === 0 ? '' : ` with ${target.environment.join(', ')}`
      return `the command ${target.command.map(quoteWord).join(' ')}${own}`
    }
    case 'address':
      return `the address ${URL.parse(target.address)?.origin ?? target.address}`
    case 'module':
      return `the module ${quoteWord(target.path)}`
    case 'framework':
      return `the code of ${target.framework} in ${quoteWord(target.folder)}`
  }
}

/**
 * A word as a person tells it from the others. Characters that steer a terminal, turn the direction of a text or cannot
 * be seen are shown by their numbers and not obeyed: the question is what a person reads before they say yes.
 */
function quoteWord(word: string): string {
  if (/^[\w./:=@+,-]+$/.test(word)) return word
  return JSON.stringify(word).replaceAll(/\p{C}|(?! )\p{Z}/gu, formatCodePoint)
}

function formatCodePoint(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** Why an address may not be asked, as the end of a sentence; empty where it may. */
export function explainAddressFault(address: string): string {
  const url = URL.parse(address)
  if (url === null) return 'it is not an address such as http://127.0.0.1:8080/condense'
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `it begins with ${url.protocol}//, not with http:// or https://`
  if (url.username !== '' || url.password !== '')
    return 'it holds a user name or a password, which end up in logs'
  return ''
}

/** Whether a variable holds a key, by its name: those go to an arm by a profile alone. */
export function isKeyVariable(variable: string): boolean {
  return (
    /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PAT|CREDENTIALS?)(?:_?\d+)?$/i.test(variable) ||
    /PASS(?:WORD|WD|PHRASE)(?:_?\d+)?$/i.test(variable) ||
    /^DEWPOINT_KEY_/i.test(variable)
  )
}
