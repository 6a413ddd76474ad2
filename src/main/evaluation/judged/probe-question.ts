import type { Probe } from '../../../shared/domain/evidence.ts'

/** A question about a source, with what the source says. */
export type ProbeQuestion = Pick<Probe, 'probeClass' | 'question' | 'reference'>
