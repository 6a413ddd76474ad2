import type { Evidence } from '../../../../shared/kernel/evidence.ts'

/** Evidence of a metric that asked a model, as the view of its kind takes it. */
export type Judged<K extends Evidence['kind']> = Omit<Extract<Evidence, { kind: K }>, 'kind'>
