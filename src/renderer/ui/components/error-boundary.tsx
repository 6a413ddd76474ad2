import { Component, type ReactNode } from 'react'
import { ErrorPanel } from './error-panel.tsx'

type ErrorBoundaryProps = {
  readonly children: ReactNode
  /** The subject of the view. When it changes, the error is cleared and the view drawn again. */
  readonly subject?: unknown
}
type ErrorBoundaryState = { readonly error: Error | null }

/** Shows an error in place of a view that failed, while the rest of the window stays. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    // oxlint-disable-next-line react/no-did-update-set-state -- once: the fault is gone then
    if (this.state.error !== null && before.subject !== this.props.subject) this.setState({ error: null })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <ErrorPanel
        title="This view failed"
        problem={{
          message: error.message,
          where: '',
          hint: 'Try again, or reload the window. If it happens again, copy the details into a report.',
          details: error.stack ?? error.message,
        }}
        onRetry={() => this.setState({ error: null })}
      />
    )
  }
}
