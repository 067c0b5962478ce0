// SPDX-License-Identifier: Apache-2.0

extension Landmark {
  /// The landmarks that come with the planner, by continent.
  ///
  /// Written from common knowledge for this project; every place is real, coordinates are good to a few hundred
  /// metres. Restaurants and shops come and go, so a traveller should check before setting out.
  public static let all: [Landmark] = [
    joshuaTree, grandCanyon, niagaraFalls, yellowstone,
    machuPicchu, iguazuFalls, sugarloafMountain,
    whiteCliffsOfDover, matterhorn, acropolisOfAthens,
    tableMountain, serengeti, pyramidsOfGiza,
    mountFuji, angkorWat, mountEverest,
    greatBarrierReef, uluru,
    antarcticPeninsula,
  ]

  /// The names of `all`, in its order.
  public static let names: [String] = all.map(\.name)
}
