import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Block, Heading, Mono, Notice, Row } from '../layout/layout.tsx'
import { CopyTextButton } from './copy-text-button.tsx'
import { TextWithCode } from './text-with-code.tsx'

type ErrorPanelProps = {
  readonly title?: string
  readonly problem: {
    readonly message: string
    readonly where: string
    readonly hint: string
    readonly details: string
  }
  readonly onRetry?: (() => void) | undefined
  /** Another way on, such as a link. */
  readonly children?: ReactNode
  readonly onDismiss?: (() => void) | undefined
}

/** A failure in its place: what happened, where, what to do, try again, copy the details. */
export function ErrorPanel({ title, problem, onRetry, onDismiss, children }: ErrorPanelProps) {
  return (
    <Notice component="section" tone="bad" display="flex" gap="sm" maw={880} m="md" p="md" role="alert">
      <IconAlertTriangle size={18} stroke={1.75} color="var(--bad)" aria-hidden />
      <Block miw={0}>
        {title !== undefined && <Heading component="div">{title}</Heading>}
        <Block breaks>
          <TextWithCode text={problem.message} />
        </Block>
        {problem.where !== '' && (
          <Mono component="div" c="dimmed">
            {problem.where}
          </Mono>
        )}
        {problem.hint !== '' && (
          <Block c="dimmed">
            <TextWithCode text={problem.hint} />
          </Block>
        )}
        <Row align="stretch" mt="sm">
          {onRetry && (
            <Button variant="default" onClick={onRetry}>
              Retry
            </Button>
          )}
          <CopyTextButton text={problem.details} label="Copy details" />
          {children}
          {onDismiss && (
            <Button variant="subtle" color="gray" onClick={onDismiss}>
              Dismiss
            </Button>
          )}
        </Row>
      </Block>
    </Notice>
  )
}
