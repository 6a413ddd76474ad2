import type { FactClass, Mention } from './fact-class.ts'
import { isSaidOutsideFiles } from './is-said.ts'

/** `1.2.3`, `v2.0`, `1.0.0-beta.2`; four numbers are an address, and dates have their own form. */
const version =
  /(?<![\w.:/-])(?:v\d+\.\d+(?:\.\d+)?|\d+\.\d+\.\d+)(?:-(?:alpha|beta|rc|next|canary|dev|preview|pre)\d*(?:[.-]\d+)*)?(?![\w/-]|\.\d)/gi

/** `Node 20`, `version 3.11`: a name before a number makes a version of it. */
const named =
  /\b(version|node(?:\.js)?|python|typescript|react|java|go|rust|electron|postgres(?:ql)?|ubuntu|debian)[ \t]+v?(\d+(?:\.\d+)*)(?![\w%-]|\.\d|[ \t]*(?:ms|s|files?|tests?|lines?)\b)/gi

/** Numbers with what they count or measure. `$1` is an argument of a script. */
const measured =
  /(?<![\w.,:/#-])(\d+(?:[.,]\d+)*)([ \t\u00a0]?)(ms|µs|seconds?|secondes?|secs?|s|minutes?|mins?|hours?|heures?|days?|jours?|weeks?|[kKMGT]i?B|Ko|Mo|Go|bytes?|octets?|px|rem|em|%|k?tokens?|lines?|lignes?|files?|fichiers?|tests?|errors?|erreurs?|warnings?|messages?|tasks?|tâches?|characters?|chars?|rows?|requests?|commits?|times|USD|EUR|fps|rpm|Hz|kHz|MHz|GHz)(?![\w/=-])|(?<![\w$])\$(\d{2,}(?:[.,]\d+)*|\d(?:[.,]\d+)+)(?![\w{])/g

/** Keys of amounts that stand for themselves in what a tool prints: no versions, durations and counts of lines. */
const lasting =
  /^\$| (?!(?:ms|µs|s|secs?|seconde?|mins?|minute|hour|heure|days?|jours?|weeks?|lines?|ligne)$)[^\d ]+$/

/** Versions, and numbers with their units, outside of files. */
export const quantityClass: FactClass = {
  id: 'quantity',
  label: 'Versions and numbers',
  isFounder: (part, { key }) =>
    isSaidOutsideFiles(part) && (part.kind !== 'tool-result' || lasting.test(key)),
  scan: (text) => [...findVersions(text), ...findMeasures(text)],
}

function findVersions(text: string): Mention[] {
  const plain = [...text.matchAll(version)].map(({ 0: found, index }) =>
    createMention(found.toLowerCase().replace(/^v/, ''), index, found),
  )
  const withName = [...text.matchAll(named)].map(({ 0: found, 1: what = '', 2: number = '', index }) =>
    createMention(number.split('.').length > 2 ? number : `${what.toLowerCase()} ${number}`, index, found),
  )
  return [...plain, ...withName]
}

function findMeasures(text: string): Mention[] {
  return [...text.matchAll(measured)].map(({ 0: found, 1: number, 3: unit, 4: dollars, index }) =>
    createMention(
      dollars === undefined ? `${number ?? ''} ${normaliseUnit(unit ?? '')}` : `$${dollars}`,
      index,
      found,
    ),
  )
}

/** One for both numbers of a word, capitals kept where they tell units apart. */
function normaliseUnit(unit: string): string {
  return unit.length > 3 ? unit.toLowerCase().replace(/s$/, '') : unit
}

function createMention(key: string, start: number, found: string): Mention {
  return { key, start, end: start + found.length }
}
