import type { AST } from '@eslint-community/regexpp'
import { createTaker, isCharacter, parsePattern, type CharacterNode } from './count-steps.ts'

/** A text that grows: something, the same again and again, and something that ends it. */
export type HostileText = {
  readonly before: string
  readonly pump: string
  /** Where this is something, it stands behind a run, and run and gap come five times. */
  readonly gap: string
  readonly after: string
}

/** The text with so many pumps in each run. */
export function writeText({ before, pump, gap, after }: HostileText, times: number): string {
  const run = pump.repeat(times) + gap
  return before + (gap === '' ? run : run.repeat(5)) + after
}

/** Characters that patterns tell apart; each pattern's own are added. */
const commonCharacters = '\0\t\n\r !"#$%&\'()*+,-./09:;<=>?@AZ[\\]_`az{|}~\u00a0é一あЖ“”…\u2028'

/** What may stand between two beginnings of a match, so that each counts as one. */
const separators = ['', ' ', '\n', '-', '.']

/** What may keep a match from its end. */
const ends = ['', '\0', '\n', '\n\0', ' ', 'a', '0', '.']

/** From so many on, a quantifier can take a long text. */
const many = 16

/** Most texts of a pattern: beyond, alternatives repeat each other. */
const mostTexts = 1500

/**
 * Texts that are made to keep a pattern busy, from the pattern itself: what leads to each of its quantifiers, then long
 * runs of what the quantifier takes, of the words around it and of its own beginning, then something that it can't end with.
 */
export function findHostileTexts(pattern: {
  readonly source: string
  readonly flags: string
}): HostileText[] {
  const { flags } = pattern
  const tree = parsePattern(pattern)
  const characters = findCharacters(tree, flags)
  const example = createExamples(flags, [...characters, ...Array.from(commonCharacters)])
  const words = findWords(tree, example)
  const repeated = findRepeated(tree, example).map((found) => ({ ...found, takes: takerOf(found, flags) }))
  const pumps = new Set([...characters, ...words])
  const texts = new Map<string, HostileText>()
  const add = (before: string, pump: string, ownEnd = '', gap = ''): void => {
    if (pump === '') return
    for (const after of gap === '' ? new Set([...ends, ownEnd, ownEnd + pump]) : ['', '\0', pump])
      if (texts.size < mostTexts)
        texts.set(JSON.stringify([before, pump, gap, after]), { before, pump, gap, after })
  }
  for (const { before, inner, takes, isNested } of repeated) {
    const own = [...pumps].filter((pump) => Array.from(pump).every(takes) || inner.includes(pump))
    // What the quantifier can't take ends its run.
    const end = characters.find((character) => !takes(character))
    for (const pump of [...own, ...inner]) for (const start of new Set([before, ''])) add(start, pump, end)
    if (isNested && end !== undefined)
      for (const gap of new Set([end, ' '])) for (const pump of own.slice(0, 6)) add(before, pump, '', gap)
    for (const separator of separators)
      for (const part of ['', ...inner]) add('', `${before}${part}${separator}`, end)
  }
  for (const word of words) for (const separator of separators) add('', `${word}${separator}`)
  for (const character of characters) add('', character)
  return [...texts.values()]
}

/** One character of each kind that the pattern tells apart. */
function findCharacters(tree: AST.Pattern, flags: string): readonly string[] {
  const takers: ((character: string) => boolean)[] = []
  const own = new Set<string>()
  visitNodes(tree, (node) => {
    if (!isCharacter(node)) return
    takers.push(createTaker(node, flags))
    if (node.type === 'Character') own.add(String.fromCodePoint(node.value))
    if (node.type === 'CharacterClass')
      for (const part of node.elements)
        if (part.type === 'Character') own.add(String.fromCodePoint(part.value))
        else if (part.type === 'CharacterClassRange') own.add(String.fromCodePoint(part.min.value))
  })
  // Where a pattern has many characters of its own, those of words tell nothing apart.
  const classes = new Map<string, string>()
  for (const character of [...Array.from(commonCharacters), ...own]) {
    const kind = takers.map((takes) => (takes(character) ? 1 : 0)).join('')
    if (!classes.has(kind)) classes.set(kind, character)
  }
  return [...classes.values()]
}

type Example = (node: AST.Element | AST.Alternative) => string

/** A short text that a node matches. */
function createExamples(flags: string, characters: readonly string[]): Example {
  const ofCharacter = (node: CharacterNode): string => {
    if (node.type === 'Character') return String.fromCodePoint(node.value)
    const takes = createTaker(node, flags)
    return ['a', 'x', '0', ...characters].find(takes) ?? ''
  }
  const example: Example = (node) => {
    if (isCharacter(node)) return ofCharacter(node)
    switch (node.type) {
      case 'Alternative':
        return node.elements.map(example).join('')
      case 'Group':
      case 'CapturingGroup':
        return node.alternatives[0] === undefined ? '' : example(node.alternatives[0])
      case 'Quantifier':
        return example(node.element).repeat(Math.min(Math.max(node.min, 0), 64))
      case 'Backreference':
        return [node.resolved].flat().map(example)[0] ?? ''
      default:
        return ''
    }
  }
  return example
}

/** What stands between any two quantifiers of one way to match, the ends of that way included. */
function findWords(tree: AST.Pattern, example: Example): readonly string[] {
  const words = new Set<string>()
  visitNodes(tree, (node) => {
    if (node.type !== 'Alternative') return
    let runs = ['']
    for (const element of node.elements) {
      const text = example(element)
      const isRepeated = element.type === 'Quantifier' && element.max >= many
      if (isRepeated) for (const run of runs) words.add(run)
      runs = [...runs.map((run) => run + text), ...(isRepeated ? [text] : [])]
    }
    for (const run of runs) words.add(run)
  })
  words.delete('')
  // The longest first: words of one character are among the characters.
  return [...words].toSorted((a, b) => b.length - a.length).slice(0, 40)
}

type Repeated = {
  /** What leads to the quantifier. */
  readonly before: string
  /** Texts that the quantified takes at once. */
  readonly inner: readonly string[]
  /** Within another quantifier. */
  readonly isNested: boolean
  readonly node: AST.Quantifier
}

function findRepeated(tree: AST.Pattern, example: Example): readonly Repeated[] {
  const found: Repeated[] = []
  const visitAlternative = ({ elements }: AST.Alternative, before: string, isNested: boolean): void => {
    let so = before
    for (const element of elements) {
      visitElement(element, so, isNested)
      so += example(element)
    }
  }
  const visitElement = (node: AST.Element, before: string, isNested: boolean): void => {
    if (node.type === 'Quantifier') {
      const inner = examplesOf(node.element, example)
      if (node.max >= many) found.push({ before, inner, isNested, node })
      visitElement(node.element, before, isNested || node.max > 1)
    }
    if ('alternatives' in node) for (const one of node.alternatives) visitAlternative(one, before, isNested)
  }
  for (const one of tree.alternatives) visitAlternative(one, '', false)
  return found
}

function examplesOf(node: AST.Element, example: Example): readonly string[] {
  if (node.type === 'Group' || node.type === 'CapturingGroup')
    return [...new Set(node.alternatives.map(example))].filter((text) => text !== '').slice(0, 12)
  return [example(node)].filter((text) => text !== '')
}

function takerOf({ node }: Repeated, flags: string): (character: string) => boolean {
  const takers: ((character: string) => boolean)[] = []
  visitNodes(node.element, (one) => {
    if (isCharacter(one)) takers.push(createTaker(one, flags))
  })
  return (character) => takers.some((takes) => takes(character))
}

/** Shows all nodes of a pattern, those within characters aside. */
export function visitNodes(node: AST.Node, see: (node: AST.Node) => void): void {
  see(node)
  if (isCharacter(node)) return
  if ('alternatives' in node) for (const one of node.alternatives) visitNodes(one, see)
  if (node.type === 'Alternative') for (const one of node.elements) visitNodes(one, see)
  if (node.type === 'Quantifier') visitNodes(node.element, see)
}
