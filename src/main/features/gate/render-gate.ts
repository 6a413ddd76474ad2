import type { Block } from '../../../shared/document/document.ts'
import { renderMarkdownPage } from '../reports/compute/markdown/render-markdown-report.ts'

/** The result of a gate as Markdown, as a pull request shows it. */
export function renderGatePage(blocks: readonly Block[]): string {
  return renderMarkdownPage('Compaction gate', null, blocks)
}
