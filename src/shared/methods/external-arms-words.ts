import { formatCountWithNoun, formatCount } from '../kernel/format-count-with-noun.ts'
import { formatUsd } from '../kernel/format-figures.ts'
import { makeNotes } from '../kernel/words/make-notes.ts'

type Named = { readonly arm: string }

/** Why an external arm gave nothing that could be used. */
export const armFailure = makeNotes({
  'arm-unnamed': () =>
    'The method names nothing to run: set its command, its module, its address, or a framework with its folder.',
  'arm-not-allowed': ({ arm, hint }: Named & { readonly hint: string }) =>
    `${arm} has not been allowed on this machine. ${hint}`,
  'arm-bad-address': ({ why }: { readonly why: string }) =>
    `The address of the method cannot be used: ${why}.`,
  'arm-bad-module': ({ path }: { readonly path: string }) =>
    `The module of the method has to be named by its absolute path, not by ${path}.`,
  'arm-names-key': ({ variable }: { readonly variable: string }) =>
    `The method asks for ${variable}, a variable that by its name holds a key. Name a profile instead, and the method is given that key.`,
  'arm-key-missing': ({ profile, why }: { readonly profile: string; readonly why: string }) =>
    `The method needs the key of the profile ${profile}: ${why}`,
  'arm-not-started': ({ arm, why }: Named & { readonly why: string }) =>
    `${arm} could not be started: ${why}`,
  'arm-time-limit': ({ arm, seconds }: Named & { readonly seconds: number }) =>
    `${arm} gave no complete answer within ${seconds} s and was stopped.`,
  'arm-output-limit': ({ arm, bytes, stream }: Named & { readonly bytes: number; readonly stream: string }) =>
    `${arm} wrote more than ${formatCount(bytes)} bytes to ${stream} and was stopped.`,
  'arm-exit': ({ arm, status, said }: Named & { readonly status: string; readonly said: string }) =>
    `${arm} ended with ${status}${said === '' ? ' and said nothing on stderr.' : `: ${said}`}`,
  'arm-redirect': ({ arm, to }: Named & { readonly to: string }) =>
    `${arm} redirects to ${to}. Redirects are not followed: use that address instead.`,
  'arm-status': ({ arm, status, said }: Named & { readonly status: number; readonly said: string }) =>
    `${arm} answered with HTTP ${status}${said === '' ? '.' : `: ${said}`}`,
  'arm-unreachable': ({ arm, why }: Named & { readonly why: string }) => `${arm} cannot be reached: ${why}`,
  'arm-no-answer': ({ arm }: Named) => `${arm} gave an empty answer.`,
  'arm-broken-json': ({ arm, begins }: Named & { readonly begins: string }) =>
    `${arm} did not answer with JSON. Its answer begins: ${begins}`,
  'arm-bad-answer': ({ arm, issues }: Named & { readonly issues: readonly string[] }) =>
    `${arm} gave an answer that breaks the contract: ${issues.join('. ')}`,
  'arm-hidden-text': ({ arm, characters }: Named & { readonly characters: number }) =>
    `${arm} put ${formatCount(characters)} characters where no token is counted: into ids or unknown fields of blocks. Text belongs into the blocks themselves.`,
  'arm-added-files': ({ arm, types }: Named & { readonly types: readonly string[] }) =>
    `${arm} added ${formatCountWithNoun(types.length, 'block')} of the type ${[...new Set(types)].slice(0, 3).join(', ')} that the history does not have. What is in an encrypted block, a file or an image is not counted by its text, so a method may keep those of the history. New images are PNG, JPEG, GIF or WebP in base64, with no more data than their pixels need.`,
  'arm-no-messages': ({ arm }: Named) => `${arm} returned no messages.`,
  'framework-missing': ({ package: name, folder }: { readonly package: string; readonly folder: string }) =>
    `${folder} has no package ${name}: run \`npm install ${name}\` in that folder.`,
  'framework-no-folder': ({ package: name }: { readonly package: string }) =>
    `The method names no folder: make one, run \`npm install ${name}\` in it, and set its absolute path.`,
})

/** What a person should know about a result that an external arm gave. */
export const armWarning = makeNotes({
  'arm-note': ({ text }: { readonly text: string }) => `The method says: ${text}`,
  'arm-inferred': (figures: {
    readonly kept: number
    readonly rewritten: number
    readonly written: number
    readonly dropped: number
  }) =>
    `Found by comparison: ${formatCount(figures.kept)} messages kept, ${formatCount(figures.rewritten)} rewritten, ${formatCount(figures.written)} new, ${formatCount(figures.dropped)} left out.`,
  'arm-usage': (figures: {
    readonly input: number
    readonly cacheRead: number
    readonly cacheWrite: number
    readonly output: number
    readonly costUsd: number | null
  }) =>
    `According to the method, it took ${formatCount(figures.input + figures.cacheRead + figures.cacheWrite)} tokens of input and ${formatCount(figures.output)} of output${figures.costUsd === null ? ', at a cost that it does not name.' : `, for ${formatUsd(figures.costUsd)}.`} Dewpoint cannot check that.`,
  'arm-cost-unknown': () =>
    'The method does not say what it cost, so its cost is not known. One that pays nothing says so: `"usage": {"costUsd": 0}`.',
  'arm-left-out': ({
    format,
    what,
  }: {
    readonly format: string
    readonly what: readonly { readonly what: string; readonly count: number }[]
  }) =>
    `The format ${format} cannot carry everything. The method was not shown: ${what.map(({ what: name, count }) => `${name} (${formatCount(count)})`).join(', ')}.`,
  'arm-summary-missing': () => 'The summary that the method names is in none of its messages.',
})

/** Why an external arm did nothing. */
export const armIdle = makeNotes({
  'arm-not-run': () => 'An estimate runs no command and calls no address.',
  'arm-changed-nothing': ({ arm }: Named) => `${arm} returned every message unchanged.`,
})

/** What was done to a message or a part, as far as comparison tells. */
export const armChange = makeNotes({
  rewritten: ({ arm, tokens }: Named & { readonly tokens: number }) =>
    tokens === 0
      ? `rewritten by ${arm} (inferred: the same call)`
      : `rewritten by ${arm} (inferred: the longest common run has ${formatCount(tokens)} words)`,
  summarised: ({ arm, messages }: Named & { readonly messages: number }) =>
    `${formatCountWithNoun(messages, 'message')} summarised by ${arm} (inferred: what is gone around its summary)`,
  left: ({ arm }: Named) => `left out by ${arm}`,
})
