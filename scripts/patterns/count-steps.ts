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
  const tree = parsePattern({ source, flags })
  const run = createMachine(tree, flags)
  return { count: (text, most) => run([...text], most) }
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

function createMachine(tree: AST.Pattern, flags: string): (text: readonly string[], most: number) => number {
  const state = { text: [] as readonly string[], steps: 0, most: 0, groups: new Map<unknown, string[]>() }
  const step = (): void => {
    state.steps += 1
    if (state.steps > state.most) throw new TooMany()
  }
  const compiler = createCompiler(state, flags, step)
  let end = 0
  const matches = compiler.oneOf(tree.alternatives, false, (at) => {
    end = at
    return true
  })
  const isAnchored = !flags.includes('m') && tree.alternatives.every(beginsAtStart)
  const search = (): void => {
    for (let start = 0; start <= state.text.length; start += 1) {
      step()
      state.groups.clear()
      if (matches(start)) {
        if (!/[gy]/.test(flags)) return
        start = Math.max(start, end - 1)
      } else if (isAnchored || flags.includes('y')) return
    }
  }
  return (text, most) => {
    Object.assign(state, { text, most, steps: 0 })
    try {
      search()
      return state.steps
    } catch (error) {
      if (error instanceof TooMany) return Infinity
      throw error
    }
  }
}

function beginsAtStart({ elements }: AST.Alternative): boolean {
  const [first] = elements
  if (first?.type === 'Group' || first?.type === 'CapturingGroup')
    return first.alternatives.every(beginsAtStart)
  return first?.type === 'Assertion' && first.kind === 'start'
}

type State = { readonly text: readonly string[]; readonly groups: Map<unknown, string[]> }

function createCompiler(state: State, flags: string, step: () => void) {
  const isWord = createTaker({ raw: String.raw`\w` }, flags)
  const wordAt = (at: number): boolean => at >= 0 && at < state.text.length && isWord(state.text[at] ?? '')
  const isBreak = (at: number): boolean => /[\n\r\u2028\u2029]/.test(state.text[at] ?? '')
  const edge = (kind: AST.EdgeAssertion['kind'], at: number): boolean => {
    const isEnd = kind === 'start' ? at === 0 : at === state.text.length
    return isEnd || (flags.includes('m') && isBreak(kind === 'start' ? at - 1 : at))
  }

  const assertion = (node: AST.Assertion, next: Next): Next => {
    switch (node.kind) {
      case 'start':
      case 'end':
        return (at) => edge(node.kind, at) && next(at)
      case 'word':
        return (at) => (wordAt(at - 1) !== wordAt(at)) !== node.negate && next(at)
      case 'lookahead':
      case 'lookbehind': {
        const found = oneOf(node.alternatives, node.kind === 'lookbehind', () => true)
        return (at) => found(at) !== node.negate && next(at)
      }
    }
  }

  const quantifier = (node: AST.Quantifier, isBack: boolean, next: Next): Next => {
    if (isCharacter(node.element)) return repeatedCharacter(node, node.element, isBack, next)
    const { min, max, greedy } = node
    const from = (count: number, begun: number): Next => {
      // What matches nothing more is not tried again.
      const onward: Next = (at) => (at !== begun || count < min) && from(count + 1, at)(at)
      const again = count < max ? element(node.element, isBack, onward) : () => false
      const ends = (at: number): boolean => count >= min && next(at)
      return (at) => {
        step()
        return greedy ? again(at) || ends(at) : ends(at) || again(at)
      }
    }
    return (at) => from(0, -1)(at)
  }

  const repeatedCharacter = (
    { min, max, greedy }: AST.Quantifier,
    node: CharacterNode,
    isBack: boolean,
    next: Next,
  ): Next => {
    const takes = createTaker(node, flags)
    const way = isBack ? -1 : 1
    const goesOn = (at: number): boolean => {
      step()
      const character = state.text[isBack ? at - 1 : at]
      return character !== undefined && takes(character)
    }
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

  const captured = (node: AST.CapturingGroup, isBack: boolean, next: Next): Next => {
    let begun = 0
    const inner = oneOf(node.alternatives, isBack, (at) => {
      const before = state.groups.get(node)
      state.groups.set(node, state.text.slice(Math.min(begun, at), Math.max(begun, at)))
      if (next(at)) return true
      if (before === undefined) state.groups.delete(node)
      else state.groups.set(node, before)
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

  const repeatedText = (node: AST.Backreference, isBack: boolean, next: Next): Next => {
    const groups = [node.resolved].flat()
    return (at) => {
      const wanted = groups.map((group) => state.groups.get(group)).find((one) => one !== undefined) ?? []
      const start = isBack ? at - wanted.length : at
      for (const [place, character] of wanted.entries()) {
        step()
        if (state.text[start + place] !== character) return false
      }
      return next(isBack ? start : at + wanted.length)
    }
  }

  const element = (node: AST.Element, isBack: boolean, next: Next): Next => {
    switch (node.type) {
      case 'Assertion':
        return assertion(node, next)
      case 'Quantifier':
        return quantifier(node, isBack, next)
      case 'Group':
        return oneOf(node.alternatives, isBack, next)
      case 'CapturingGroup':
        return captured(node, isBack, next)
      case 'Backreference':
        return repeatedText(node, isBack, next)
      default: {
        const takes = createTaker(node, flags)
        return (at) => {
          step()
          const character = state.text[isBack ? at - 1 : at]
          return character !== undefined && takes(character) && next(isBack ? at - 1 : at + 1)
        }
      }
    }
  }

  function oneOf(alternatives: readonly AST.Alternative[], isBack: boolean, next: Next): Next {
    const ways = alternatives.map(({ elements }) => {
      const ordered = isBack ? elements : elements.toReversed()
      return ordered.reduce<Next>((rest, node) => element(node, isBack, rest), next)
    })
    return (at) => {
      if (ways.length > 1) step()
      return ways.some((way) => way(at))
    }
  }

  return { oneOf }
}
