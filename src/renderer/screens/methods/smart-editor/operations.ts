import { IconArrowsDiagonalMinimize, IconCheck, IconSparkles, IconX, type Icon } from '@tabler/icons-react'
import type { JsonValue } from '../../../ui/components/schema-form/settings-value.ts'

/** What can be done to a kind of content. */
export type Operation = 'keep' | 'suppress' | 'truncate' | 'summarize'

type OperationLook = {
  readonly label: string
  readonly icon: Icon
  /** What it is expected to cost, how fast, and how much of the content to preserve: claims, not measurements. */
  readonly cost: string
  readonly speed: string
  readonly preserves: string
}

/** What each operation is called, and what is expected of it (provider design, section 5.7). */
export const operationLooks: Readonly<Record<Operation, OperationLook>> = {
  keep: { label: 'Keep', icon: IconCheck, cost: '$0', speed: 'instant', preserves: '100 %' },
  suppress: { label: 'Suppress', icon: IconX, cost: '$0', speed: 'instant', preserves: '0 %' },
  truncate: {
    label: 'Cut',
    icon: IconArrowsDiagonalMinimize,
    cost: '$0',
    speed: 'fast',
    preserves: '30–50 %',
  },
  summarize: {
    label: 'Summarise',
    icon: IconSparkles,
    cost: '$0.001–0.01',
    speed: 'slow',
    preserves: '70–90 %',
  },
}

/** A kind of content, what may be done to it, and what cutting it begins with. */
export type Content = {
  readonly key: 'messageText' | 'toolParameters' | 'toolResults' | 'environment'
  readonly label: string
  readonly operations: readonly Operation[]
  readonly hasLines: boolean
  /** What applies where none is set, absent where one is required. */
  readonly otherwise?: string
}

/** The kinds of content, in the order in which they are shown. */
export const contents: readonly Content[] = [
  {
    key: 'messageText',
    label: 'Message text',
    operations: ['keep', 'truncate', 'summarize'],
    hasLines: true,
  },
  {
    key: 'toolParameters',
    label: 'Tool parameters',
    operations: ['keep', 'suppress', 'truncate'],
    hasLines: false,
  },
  {
    key: 'toolResults',
    label: 'Tool results',
    operations: ['keep', 'suppress', 'truncate', 'summarize'],
    hasLines: true,
  },
  {
    key: 'environment',
    label: 'Environment',
    operations: ['keep', 'suppress', 'truncate', 'summarize'],
    hasLines: true,
    otherwise: 'As results',
  },
]

/** An operation as it is when it was just chosen. */
export function beginOperation(operation: Operation, hasLines: boolean): JsonValue {
  switch (operation) {
    case 'keep':
    case 'suppress':
      return { operation }
    case 'truncate':
      return {
        operation,
        params: { truncate: { ...(hasLines ? { maxLines: 8 } : { maxChars: 120 }), addEllipsis: true } },
      }
    case 'summarize':
      return { operation, params: { summarize: { maxTokens: 150, minTokens: 100 } } }
  }
}
