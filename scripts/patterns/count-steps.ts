import { RegExpParser, type AST } from '@eslint-community/regexpp'

/** Counts what a backtracking engine does with a pattern, in steps, so that a judgement of its speed needs no clock. */
export type StepCounter = {
  /**
   * Steps of a search for all matches where the pattern is global, for the first otherwise. A step is one look at one
   * character or at one way to go on. Infinity once there are more than `most`.
   */
  readonly count: (text: string, most: number) => number
}

/** What goes on from a place, and whether that ended in a match. */
type Next = (at: number) => boolean

type Flags = { readonly source: string; readonly flags: string }

class TooMany extends Error {}

/** A counter for one pattern, as `RegExp` takes it. */
export function createStepCounter({ source, flags }: Flags): StepCounter {
  const machine = new Machine(parsePattern({ source, flags }), flags)
  return { count: (text, most) => machine.count(Array.from(text), most) }
}

/** The syntax tree of a pattern. */
export function parsePattern({ source, flags }: Flags): AST.Pattern {
  const modes = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  return new RegExpParser().parsePattern(source, 0, source.length, modes)
}

/** Whether a node matches exactly one character. */
export function isCharacter(node: AST.Node): node is CharacterNode {
  return ['Character', 'CharacterSet', 'CharacterClass', 'ExpressionCharacterClass'].includes(node.type)
}

export type CharacterNode =
  | AST.Character
  | AST.CharacterSet
  | AST.CharacterClass
  | AST.ExpressionCharacterClass

/** Says of a character whether a node takes it; asks the engine itself, once a character. */
export function createTaker(node: { readonly raw: string }, flags: string): (character: string) => boolean {
  const pattern = new RegExp(`^(?:${node.raw})$`, flags.replaceAll(/[gymd]/g, ''))
  const known = new Map<string, boolean>()
  return (character) => {
    const found = known.get(character)
    if (found !== undefined) return found
    const takes = pattern.test(character)
    known.set(character, takes)
    return takes
  }
}

/** Searches as an engine does that tries each way after the other and goes back where one fails. */
class Machine {
  private text: readonly string[] = []
  private steps = 0
  private most = 0
  private readonly groups = new Map<unknown, readonly string[]>()
  private readonly flags: string
  private readonly isWord: (character: string) => boolean
  private readonly matches: Next
  private readonly isAnchored: boolean
  private end = 0

  constructor(tree: AST.Pattern, flags: string) {
    this.flags = flags
    this.isWord = createTaker({ raw: String.raw`\w` }, flags)
    this.isAnchored = flags.includes('y') || (!flags.includes('m') && tree.alternatives.every(beginsAtStart))
    this.matches = this.oneOf(tree.alternatives, false, (at) => {
      this.end = at
      return true
    })
  }

  count(text: readonly string[], most: number): number {
    Object.assign(this, { text, most, steps: 0 })
    try {
      this.search()
      return this.steps
    } catch (error) {
      if (error instanceof TooMany) return Infinity
      throw error
    }
  }

  private search(): void {
    for (let start = 0; start <= this.text.length; start += 1) {
      this.step()
      this.groups.clear()
      if (this.matches(start)) {
        if (!/[gy]/.test(this.flags)) return
        start = Math.max(start, this.end - 1)
      } else if (this.isAnchored) return
    }
  }

  private step(): void {
    this.steps += 1
    if (this.steps > this.most) throw new TooMany()
  }

  /** Whether a character is the next on the way through the text. */
  private isNext(takes: (character: string) => boolean, at: number, isBack: boolean): boolean {
    this.step()
    const character = this.text[isBack ? at - 1 : at]
    return character !== undefined && takes(character)
  }

  private isWordAt(at: number): boolean {
    const character = this.text[at]
    return character !== undefined && this.isWord(character)
  }

  private isEdge(kind: AST.EdgeAssertion['kind'], at: number): boolean {
    if (kind === 'start' ? at === 0 : at === this.text.length) return true
    return (
      this.flags.includes('m') && /[\n\r\u2028\u2029]/.test(this.text[kind === 'start' ? at - 1 : at] ?? '')
    )
  }

  private oneOf(alternatives: readonly AST.Alternative[], isBack: boolean, next: Next): Next {
    const ways = alternatives.map(({ elements }) => {
      const ordered = isBack ? elements : elements.toReversed()
      return ordered.reduce<Next>((rest, node) => this.element(node, isBack, rest), next)
    })
    return (at) => {
      if (ways.length > 1) this.step()
      return ways.some((way) => way(at))
    }
  }

  private element(node: AST.Element, isBack: boolean, next: Next): Next {
    switch (node.type) {
      case 'Assertion':
        return this.assertion(node, next)
      case 'Quantifier':
        return isCharacter(node.element)
          ? this.repeatedCharacter(node, node.element, isBack, next)
          : this.repeated(node, isBack, next)
      case 'Group':
        return this.oneOf(node.alternatives, isBack, next)
      case 'CapturingGroup':
        return this.captured(node, isBack, next)
      case 'Backreference':
        return this.sameAgain(node, isBack, next)
      default: {
        const takes = createTaker(node, this.flags)
        return (at) => this.isNext(takes, at, isBack) && next(isBack ? at - 1 : at + 1)
      }
    }
  }

  private assertion(node: AST.Assertion, next: Next): Next {
    switch (node.kind) {
      case 'start':
      case 'end':
        return (at) => this.isEdge(node.kind, at) && next(at)
      case 'word':
        return (at) => (this.isWordAt(at - 1) !== this.isWordAt(at)) !== node.negate && next(at)
      case 'lookahead':
      case 'lookbehind': {
        const found = this.oneOf(node.alternatives, node.kind === 'lookbehind', () => true)
        return (at) => found(at) !== node.negate && next(at)
      }
    }
  }

  private repeated({ min, max, greedy, element }: AST.Quantifier, isBack: boolean, next: Next): Next {
    const from = (count: number, begun: number): Next => {
      // What matches nothing more is not tried again.
      const onward: Next = (at) => (at !== begun || count < min) && from(count + 1, at)(at)
      const again = count < max ? this.element(element, isBack, onward) : () => false
      const ends = (at: number): boolean => count >= min && next(at)
      return (at) => {
        this.step()
        return greedy ? again(at) || ends(at) : ends(at) || again(at)
      }
    }
    return (at) => from(0, -1)(at)
  }

  private repeatedCharacter(
    { min, max, greedy }: AST.Quantifier,
    node: CharacterNode,
    isBack: boolean,
    next: Next,
  ): Next {
    const takes = createTaker(node, this.flags)
    const way = isBack ? -1 : 1
    const goesOn = (at: number): boolean => this.isNext(takes, at, isBack)
    return (at) => {
      let count = 0
      const limit = greedy ? max : min
      while (count < limit && goesOn(at + way * count)) count += 1
      if (count < min) return false
      if (greedy) {
        for (; count >= min; count -= 1) if (next(at + way * count)) return true
        return false
      }
      for (;;) {
        if (next(at + way * count)) return true
        if (count >= max || !goesOn(at + way * count)) return false
        count += 1
      }
    }
  }

  private captured(node: AST.CapturingGroup, isBack: boolean, next: Next): Next {
    let begun = 0
    const inner = this.oneOf(node.alternatives, isBack, (at) => {
      const before = this.groups.get(node)
      this.groups.set(node, this.text.slice(Math.min(begun, at), Math.max(begun, at)))
      if (next(at)) return true
      if (before === undefined) this.groups.delete(node)
      else this.groups.set(node, before)
      return false
    })
    return (at) => {
      const outer = begun
      begun = at
      const found = inner(at)
      begun = outer
      return found
    }
  }

  private sameAgain(node: AST.Backreference, isBack: boolean, next: Next): Next {
    const groups = [node.resolved].flat()
    return (at) => {
      const wanted = groups.map((group) => this.groups.get(group)).find((one) => one !== undefined) ?? []
      const start = isBack ? at - wanted.length : at
      for (const [place, character] of wanted.entries()) {
        this.step()
        if (this.text[start + place] !== character) return false
      }
      return next(isBack ? start : at + wanted.length)
    }
  }
}

function beginsAtStart({ elements }: AST.Alternative): boolean {
  const [first] = elements
  if (first?.type === 'Group' || first?.type === 'CapturingGroup')
    return first.alternatives.every(beginsAtStart)
  return first?.type === 'Assertion' && first.kind === 'start'
}
