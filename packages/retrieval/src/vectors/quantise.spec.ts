import fc from 'fast-check';
import { dequantise, quantise } from './quantise';

const vector = fc.float32Array({
  minLength: 1,
  maxLength: 400,
  noNaN: true,
  noDefaultInfinity: true,
  min: Math.fround(-1e6),
  max: Math.fround(1e6),
});

describe('quantise', () => {
  it('comes back within half a step of the largest component', () => {
    fc.assert(
      fc.property(vector, (original) => {
        const largest = Math.max(...original.map(Math.abs));
        fc.pre(largest > 1e-20);
        const restored = dequantise(quantise(original));
        expect(restored).toHaveLength(original.length);
        for (const [index, value] of original.entries()) {
          expect(Math.abs((restored[index] ?? 0) - value)).toBeLessThanOrEqual((largest / 254) * 1.001);
        }
      }),
    );
  });

  it.each([[[0, 0, 0]], [[1, Number.NaN]], [[Infinity, 0]], [[]]])('refuses %j', (values) => {
    expect(() => quantise(Float32Array.from(values))).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED' }),
    );
  });

  it('takes bytes at any offset and says when they are not a vector', () => {
    const bytes = quantise(Float32Array.from([0.5, -1, 0.25]));
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(dequantise(shifted.subarray(3))).toEqual(dequantise(bytes));
    for (const damaged of [new Uint8Array(3), new Uint8Array(20)])
      expect(() => dequantise(damaged)).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
  });
});
