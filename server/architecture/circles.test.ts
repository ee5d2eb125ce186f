// No two files import each other, and no longer circle either.
import { expect, it } from "vitest";
import { everything, listFiles, readImports, type Import } from "./sources.ts";

it("no files import each other in a circle, and a planted circle is found", () => {
  const imports = listFiles(everything).flatMap(readImports);
  expect(findCircle(imports)).toBeUndefined();
  const circle = ["a.ts", "b.ts", "c.ts"].map((from, index, all) => ({
    from,
    to: all[(index + 1) % 3] ?? "",
    specifier: "",
  }));
  expect(findCircle(circle)).toHaveLength(4);
  const planted = [
    { from: "prove/bugs/bugs.ts", to: "prove/bugs/plant.ts", specifier: "./plant.ts" },
    { from: "prove/bugs/plant.ts", to: "prove/bugs/bugs.ts", specifier: "./bugs.ts" },
  ];
  expect(findCircle([...imports, ...planted])).toContain("prove/bugs/plant.ts");
});

function findCircle(imports: Import[]): string[] | undefined {
  const next = Map.groupBy(
    imports.filter(({ to }) => to !== null),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const walk = (file: string, trail: string[]): string[] | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const { to } of next.get(file) ?? []) {
      const circle = walk(to ?? "", [...trail, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of next.keys()) {
    const circle = walk(file, []);
    if (circle) return circle;
  }
  return undefined;
}
