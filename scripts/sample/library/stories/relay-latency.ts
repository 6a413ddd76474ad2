import { sourceFile } from '../code.ts'
import { benchmark, serviceLog, testRun } from '../logs.ts'
import { edit, list, plan, read, run, say, think, typed, type Story } from '../story.ts'

const packages = ['frame', 'router', 'session', 'codec', 'buffer'] as const
const rows = [
  'frame.Parse',
  'frame.Build',
  'router.Match',
  'router.Dispatch',
  'session.Touch',
  'codec.Decode',
  'codec.Encode',
  'buffer.Get',
]

const cores: Readonly<Record<(typeof packages)[number], string>> = {
  frame: `// Parse reads a frame from bytes that the caller keeps.
func ParseFrame(data []byte) (Frame, error) {
	copied := append([]byte(nil), data...)
	head := string(copied[:4])
	return Frame{ID: head, Topic: string(copied[4:12])}, nil
}`,
  router: `// Match finds the first route whose pattern fits a topic.
func (r *Router) Match(topic string) (Route, bool) {
	for _, route := range r.routes {
		if regexp.MustCompile(route.Topic).MatchString(topic) {
			return route, true
		}
	}
	return Route{}, false
}`,
  session: `// Touch notes that a client was seen.
func (s *Sessions) Touch(id string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.seen[id] = time.Now()
	s.sweep()
}`,
  codec: `// Decode turns the body of a frame into values.
func Decode(body []byte) (map[string]any, error) {
	var values map[string]any
	err := json.Unmarshal(body, &values)
	return values, err
}`,
  buffer: `// Get gives a buffer of at least n bytes.
func Get(n int) []byte {
	return make([]byte, n)
}`,
}

/** A search for lost milliseconds with measurements before and after; nothing is condensed. */
export const relayLatency: Story = {
  id: 'relay-latency',
  agent: 'codex',
  title: 'Bring the relay under 5 ms',
  workspace: '/home/ines/src/relay',
  branch: 'latency',
  model: 'gpt-5.3-codex',
  startedAt: '2026-10-06T14:11:02.000Z',
  files: {
    ...Object.fromEntries(
      packages.map((name) => [
        `${name}/${name}.go`,
        sourceFile(
          'go',
          {
            noun: name,
            fields: ['id', 'topic', 'size', 'client'],
            about: `Package ${name} is the ${name} of the relay.`,
          },
          cores[name],
        ),
      ]),
    ),
    'go.mod': 'module relay\n\ngo 1.26\n',
  },
  isSerial: true,
  steps: [
    typed(`The relay takes 11 ms at p99 for a frame of 2 kB and should take less than 5. Find where it goes and change as little as possible.

Rules: no unsafe, no cgo, no new module in go.mod. Behaviour at the wire stays byte for byte (go test ./... has golden files, do not regenerate them). Every change comes with the numbers before and after.`),
    say(
      'First the numbers as they are.',
      list('.'),
      run('go test -bench . -benchmem ./...', benchmark(rows, 'ns/op', 41_000)),
      run(
        'go test ./...',
        testRun(
          'go',
          packages.map((name) => `${name}/${name}_test.go`),
        ),
      ),
    ),
    say(
      'A profile under load.',
      run(
        'go tool pprof -top -nodecount 30 cpu.out',
        benchmark(
          [
            'regexp.compile',
            'runtime.mallocgc',
            'session.(*Sessions).sweep',
            'encoding/json.Unmarshal',
            'frame.ParseFrame',
            'runtime.memmove',
            'syscall.write',
            'router.(*Router).Match',
          ],
          'ms',
          310,
        ),
      ),
    ),
    think(
      'regexp.compile in a hot path: Match compiles for each route and frame. Next sweep on every Touch.',
      'Three things stand out: a regexp is compiled for each frame, sessions are swept at each touch, and frames are copied.',
      read('router/router.go'),
      read('session/session.go'),
      read('frame/frame.go'),
    ),
    say(
      'The plan, by weight.',
      plan(
        '- Compile patterns once',
        'Sweep sessions once a second',
        'No copy of a frame',
        'Buffers from a pool',
        'Measure under load',
      ),
    ),
    say(
      'Patterns once.',
      edit(
        'router/router.go',
        '		if regexp.MustCompile(route.Topic).MatchString(topic) {',
        '		if route.compiled.MatchString(topic) {',
      ),
      run(
        'go build ./...',
        'router/router.go:23:12: route.compiled undefined (type Route has no field or method compiled)',
        1,
      ),
    ),
    say(
      'The field is filled where routes are added.',
      run('grep -n "r.routes = append" -r router', 'router/add.go:14:	r.routes = append(r.routes, route)'),
    ),
    say(
      '',
      run(
        `perl -pi -e 's/r.routes = append\\(r.routes, route\\)/route.compiled = regexp.MustCompile(route.Topic)\\n\\tr.routes = append(r.routes, route)/' router/add.go && perl -0pi -e 's/type Route struct \\{/type Route struct {\\n\\tcompiled *regexp.Regexp/' router/router.go && go test ./router`,
        'ok  	relay/router	0.311s',
      ),
      run(
        'go test -bench Match -benchmem ./router',
        benchmark(['router.Match', 'router.Dispatch'], 'ns/op', 900),
      ),
    ),
    say(
      '41 µs to 0.9 µs for a match. p99 under load:',
      run(
        'go run ./cmd/load -frames 200000 -size 2048',
        serviceLog('load', {
          lines: 60,
          events: ['p50 1.1 ms p99 6.9 ms', 'p50 1.2 ms p99 7.1 ms', 'p50 1.1 ms p99 7.4 ms'],
          odd: 'garbage collection 3.1 ms',
          oddEvery: 12,
        }),
      ),
    ),
    say('11 ms became 7. Now the sessions.', read('session/session.go')),
    say(
      '',
      edit(
        'session/session.go',
        '	s.seen[id] = time.Now()\n	s.sweep()\n',
        '	now := time.Now()\n	s.seen[id] = now\n	if now.Sub(s.swept) > time.Second {\n		s.swept = now\n		s.sweep()\n	}\n',
      ),
      run(
        'go test ./session',
        '--- FAIL: TestForgetsAfterAMinute (0.00s)\n    session_test.go:40: still there after 60 s\nFAIL',
        1,
      ),
    ),
    think(
      'The test moves a fake clock by 60 s and touches once, 1 s boundary: uses time.Now directly, but the test injects s.now. I broke it by using time.Now() instead of s.now()? Look at the test.',
      'I look at how the test moves the clock.',
      run(
        'sed -n 25,45p session/session_test.go',
        'func TestForgetsAfterAMinute(t *testing.T) {\n\ts := New()\n\tstart := time.Unix(0, 0)\n\ts.now = func() time.Time { return start }\n\ts.Touch("a")\n\ts.now = func() time.Time { return start.Add(60 * time.Second) }\n\ts.Touch("b")\n\tif _, ok := s.seen["a"]; ok {\n\t\tt.Fatal("still there after 60 s")\n\t}\n}',
      ),
    ),
    say(
      'It has its own clock, `s.now`, which the old code did not use either. I use it.',
      edit('session/session.go', '	now := time.Now()\n', '	now := s.now()\n'),
      run('go test ./session', 'ok  	relay/session	0.207s'),
      run('go test -bench Touch -benchmem ./session', benchmark(['session.Touch'], 'ns/op', 140)),
    ),
    say(
      'Frames.',
      read('frame/frame.go'),
      run(
        'grep -rn "ParseFrame" --include=*.go .',
        'session/read.go:31:	f, err := frame.ParseFrame(buf[:n])\nrouter/replay.go:12:	f, err := frame.ParseFrame(line)',
      ),
    ),
    think(
      'session/read.go reuses buf for the next read, so without a copy the frame would change under the reader: strings are copied anyway by string(). ID and Topic are strings made by conversion, which copies. So the first copy is superfluous.',
      '`ID` and `Topic` are strings, and making a string copies already. The copy before it is for nothing.',
      edit(
        'frame/frame.go',
        '	copied := append([]byte(nil), data...)\n	head := string(copied[:4])\n	return Frame{ID: head, Topic: string(copied[4:12])}, nil',
        '	return Frame{ID: string(data[:4]), Topic: string(data[4:12])}, nil',
      ),
      run(
        'go test ./...',
        testRun(
          'go',
          packages.map((name) => `${name}/${name}_test.go`),
        ),
      ),
    ),
    say('A short frame would panic, before and now. Do you want that mended in the same go?'),
    typed('Yes please, with an error. But then as a change of its own.'),
    say(
      '',
      edit(
        'frame/frame.go',
        '	return Frame{ID: string(data[:4])',
        '	if len(data) < 12 {\n		return Frame{}, ErrMissing\n	}\n	return Frame{ID: string(data[:4])',
      ),
      run('go test ./frame', 'ok  	relay/frame	0.190s'),
    ),
    say('Buffers.', read('buffer/buffer.go')),
    say(
      'A pool by size class.',
      edit(
        'buffer/buffer.go',
        '	return make([]byte, n)',
        '	if n > 4096 {\n		return make([]byte, n)\n	}\n	return pool.Get().([]byte)[:n]',
      ),
      run('go vet ./buffer', 'buffer/buffer.go:24:9: undefined: pool', 1),
    ),
    say(
      '',
      edit(
        'buffer/buffer.go',
        '// Get gives a buffer of at least n bytes.',
        'var pool = sync.Pool{New: func() any { return make([]byte, 4096) }}\n\n// Put gives a buffer back.\nfunc Put(b []byte) {\n	if cap(b) == 4096 {\n		pool.Put(b[:4096])\n	}\n}\n\n// Get gives a buffer of at least n bytes.',
      ),
      run(
        'go test -race ./...',
        testRun(
          'go',
          packages.map((name) => `${name}/${name}_test.go`),
        ),
      ),
      run(
        'go run ./cmd/load -frames 200000 -size 2048',
        serviceLog('load', {
          lines: 60,
          events: ['p50 0.8 ms p99 3.9 ms', 'p50 0.8 ms p99 4.1 ms', 'p50 0.9 ms p99 4.0 ms'],
          odd: 'garbage collection 0.6 ms',
          oddEvery: 20,
        }),
      ),
    ),
    say(
      'p99 is 4.1 ms, from 11. By change: patterns −4.0 ms, sessions −1.6, frames −0.4, buffers −0.9. Golden files are as they were, no module was added, go test -race is clean. The error for short frames is a change of its own.',
      plan(
        'x Compile patterns once',
        'x Sweep sessions once a second',
        'x No copy of a frame',
        'x Buffers from a pool',
        'x Measure under load',
      ),
    ),
  ],
}
