import { Component, type ReactNode } from 'react'
import { ErrorPanel } from './error-panel.tsx'

type ErrorBoundaryProps = {
  readonly children: ReactNode
  /** What the view shows; when it changes, a fault is forgotten and the view tried again. */
  readonly subject?: unknown
}
type ErrorBoundaryState = { readonly error: Error | null }

/** Keeps a fault of one view from taking the window down: the rest stays, and the view says what happened. */
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
          hint: 'Try again, or reload the window; if it happens again, copy the details into a report.',
          details: error.stack ?? error.message,
        }}
        onRetry={() => this.setState({ error: null })}
      />
    )
  }
}
