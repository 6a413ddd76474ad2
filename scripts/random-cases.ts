import * as fc from 'fast-check'

/**
 * Random cases are the same in each ordinary run, so that what a change does decides alone whether its tests pass. With
 * `DEWPOINT_ALL_HISTORIES=1` they are new ones each time.
 */
if (process.env['DEWPOINT_ALL_HISTORIES'] !== '1') fc.configureGlobal({ seed: 20261128 })
