import {
  Box,
  createPolymorphicComponent,
  getSpacing,
  type BoxProps,
  type MantineSpacing,
  type MantineStyleProp,
} from '@mantine/core'
import type { ComponentProps, CSSProperties, ElementType, ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './layout.module.css'

/** What a text says about what it names. Its colour stands in theme.css. */
export type Tone = 'plain' | 'muted' | 'good' | 'better' | 'bad' | 'worse' | 'caution' | 'busy'

/** Props of every primitive beside Mantine's own: what screens ask of a box again and again. */
type LayoutProps = BoxProps & {
  /** Space between children: a key of the theme or pixels. Two for rows and columns, such as `xs md`. */
  readonly gap?: MantineSpacing
  readonly align?: CSSProperties['alignItems']
  readonly justify?: CSSProperties['justifyContent']
  readonly wrap?: boolean
  /** Lies within a line of text. */
  readonly inline?: boolean
  /** Where a hairline is drawn. */
  readonly line?: 'top' | 'bottom' | 'left' | 'right' | 'around'
  /** One line, which ends in dots where it is too long. */
  readonly cut?: boolean
  /** One line, however long. */
  readonly nowrap?: boolean
  /** Long words, such as paths, break anywhere. */
  readonly breaks?: boolean
  readonly scroll?: boolean
  /** Hides what does not fit. */
  readonly clip?: boolean
  /** Where it stands across its line, other than its neighbours. */
  readonly self?: CSSProperties['alignSelf']
  /** Columns of a grid, such as `2fr 1fr`. */
  readonly columns?: string
  /** Columns of a grid that it takes. */
  readonly span?: number | 'all'
  /** The least width of a field or column in pixels. */
  readonly min?: number
  readonly tone?: Tone
}

type PrimitiveProps = LayoutProps & {
  readonly component?: ElementType
  readonly [attribute: string]: unknown
}

type Primitive<Tag> = ReturnType<typeof createPolymorphicComponent<Tag, LayoutProps>>

function definePrimitive<Tag extends ElementType>(name: string, tag: Tag): Primitive<Tag> {
  function Primitive({ component = tag, className, style, mod, ...props }: PrimitiveProps) {
    const { wrap, inline, line, cut, nowrap, breaks, scroll, clip, tone, ...placed } = props
    const [own, rest] = readPlacement(placed)
    const classes = [styles[name], className].filter(Boolean).join(' ')
    return (
      <Box
        // Any element: its own props are checked where a primitive is used.
        component={component as 'div'}
        className={classes}
        style={[own, style]}
        mod={[{ wrap, inline, line, cut, nowrap, breaks, scroll, clip, tone }, mod]}
        {...rest}
      />
    )
  }
  return createPolymorphicComponent<Tag, LayoutProps>(Primitive)
}

function readPlacement<T extends LayoutProps>({ gap, align, justify, self, columns, span, min, ...rest }: T) {
  const style: MantineStyleProp = {
    gap: readGap(gap),
    alignItems: align,
    justifyContent: justify,
    alignSelf: self,
    gridTemplateColumns: columns?.replaceAll(/(?<![\d.])[\d.]+fr\b/g, 'minmax(0, $&)'),
    gridColumn: span === 'all' ? '1 / -1' : span && `span ${span}`,
    '--columns-min': min && `${min}px`,
  }
  return [style, rest] as const
}

function readGap(gap: MantineSpacing | undefined): string | undefined {
  if (typeof gap !== 'string') return getSpacing(gap)
  return gap
    .split(' ')
    .map((part) => getSpacing(part))
    .join(' ')
}

/** A box that does nothing by itself. */
export const Block = definePrimitive('block', 'div')

/** A piece of a line of text. */
export const Inline = definePrimitive('inline', 'span')

/** Children side by side, centred on their line. */
export const Row = definePrimitive('row', 'div')

/** Children below each other. */
export const Column = definePrimitive('column', 'div')

/** A column that takes what room its parent has left. */
export const Fill = definePrimitive('fill', 'div')

/** Takes what room its parent has left, and scrolls within. */
export const Scroll = definePrimitive('scroll', 'div')

/** A line of controls over what they are about, from edge to edge. */
export const Bar = definePrimitive('bar', 'div')

/** Fields of the same width, as many in a line as there is room for. */
export const Fields = definePrimitive('fields', 'div')

/** Charts and sections beside each other, which share the width evenly. */
export const Columns = definePrimitive('columns', 'div')

/** A grid of given `columns`. */
export const Grid = definePrimitive('grid', 'div')

/** What stands together within a frame. */
export const Panel = definePrimitive('panel', 'div')

/** What has to be read before the rest: a frame with a thick edge in the colour of its tone. */
export const Notice = definePrimitive('notice', 'p')

/** The sentence that a screen opens with. */
export const Lead = definePrimitive('lead', 'p')

/** The title of a part of a screen. */
export const Heading = definePrimitive('heading', 'h2')

/** What is said beside the matter, small and quiet. */
export const Note = definePrimitive('note', 'p')

/** The smallest text: names of fields, units, places. */
export const Caption = definePrimitive('caption', 'span')

/** What a machine reads: ids, paths, names of models. */
export const Mono = definePrimitive('mono', 'span')

/** Text as it stands in a history, line by line. */
export const Pre = definePrimitive('pre', 'pre')

type RouteLinkProps = ComponentProps<'a'> & { readonly href: string; readonly replace?: boolean }

/** The router's link, whose own type depends on the router. */
const RouteLink: (props: RouteLinkProps) => ReactNode | Promise<ReactNode> = Link

/** A link in the colour of its surroundings: a title, a name, a figure. */
export const QuietLink = definePrimitive('quietLink', RouteLink)

/** A button that looks like the text around it. */
export const TextButton = definePrimitive('textButton', 'button')

/** One of several things to choose between: a label around its radio button. */

/** An entry of a list box. */
export const Option = definePrimitive('option', 'div')

/** A list without marks. */
export const List = definePrimitive('list', 'ul')

/** The colour of a kind or a variant, beside its name. */
export const Swatch = definePrimitive('swatch', 'span')
